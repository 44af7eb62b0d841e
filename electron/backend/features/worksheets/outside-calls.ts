import { isFailure, namesOutcome } from '#shared/algorithms/flows/results.ts';
import { EvaluationError } from '#shared/algorithms/worksheets/language/evaluate.ts';
import { asValue, type Value, wordsOf } from '#shared/algorithms/worksheets/language/values.ts';
import type { OutsideAnswer } from '#shared/algorithms/worksheets/runtime/draft.ts';
import type { TurnSettings } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { type ActionAnswer, actionEndpoint, keptNote, notCalledNote } from '../modules/index.ts';
import { tableLookup } from './knowledge/project-knowledge.ts';

/** Thrown for a call whose result is needed before the turn can be processed. */
class PendingCall extends Error {
  readonly answer: () => Promise<void>;

  constructor(answer: () => Promise<void>) {
    super('This call was not awaited.');
    this.answer = answer;
  }
}

/** Answers functions that have no declared answer, in the same way as the actions of flows. */
export type OutsideCalls = ReturnType<typeof outsideCalls>;

/** @param mayAct true if endpoints may be called */
export function outsideCalls(
  project: Project,
  application: string,
  mayAct: boolean,
  dialogues: readonly DialogueId[],
) {
  const lookUp = tableLookup(project);
  const ask = (name: string, values: Readonly<Record<string, Value>>): OutsideAnswer => {
    const found = lookUp(name, values);
    if (!found)
      throw new EvaluationError(
        `${name} has no answer. Write an answer, or add an endpoint or a table with this name.`,
      );
    return { value: found.record ?? false, note: found.note };
  };
  return {
    /** Runs a turn, and runs it again after each call that it needs. This is safe because a turn changes nothing else. */
    async run<Result>(
      settings: TurnSettings,
      heard: readonly string[],
      turn: (settings: TurnSettings) => Result,
    ) {
      const answers = new Map<string, OutsideAnswer | EvaluationError>();
      const outside = (name: string, values: Readonly<Record<string, Value>>): OutsideAnswer => {
        const endpoint = actionEndpoint(project, name);
        if (!endpoint) return ask(name, values);
        const sent = Object.fromEntries(
          Object.entries(values).flatMap(([given, value]): [string, string][] =>
            value === null ? [] : [[given, wordsOf(value)]],
          ),
        );
        const key = JSON.stringify([name, sent]);
        const known = answers.get(key);
        if (known instanceof EvaluationError) throw known;
        if (known) return known;
        throw new PendingCall(async () => {
          const moment = { worksheets: application, heard };
          const { answer, isKept } = await endpoint({ name, values: sent, moment, dialogues }, mayAct);
          answers.set(key, answerOf(name, answer, isKept));
        });
      };
      for (;;) {
        try {
          return turn({ ...settings, outside });
        } catch (error) {
          if (!(error instanceof PendingCall)) throw error;
          await error.answer();
        }
      }
    },
  };
}

function answerOf(
  name: string,
  answer: ActionAnswer | null,
  isKept: boolean,
): OutsideAnswer | EvaluationError {
  if (answer === null) return { value: null, note: notCalledNote(name) };
  if ('fault' in answer) return new EvaluationError(`${name} gave no answer. ${answer.fault}`);
  const one: unknown = Array.isArray(answer.value) ? (answer.value[0] ?? false) : answer.value;
  const isRecord = typeof one === 'object' && one !== null;
  const fields = isRecord ? { ...one } : {};
  const hasFailed = isRecord && Object.keys(fields).some(namesOutcome) && isFailure(fields);
  return {
    value: hasFailed ? false : asValue(one),
    note: `${answer.host} answered ${name}.${keptNote(isKept)}`,
  };
}
