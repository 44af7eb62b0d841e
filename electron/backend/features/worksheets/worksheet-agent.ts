import { z } from 'zod';
import { mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { answerRequest, statementsRequest } from '#shared/algorithms/worksheets/model/requests.ts';
import { type CompiledSet, compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { changeStatement, fieldVariables } from '#shared/algorithms/worksheets/runtime/field-variables.ts';
import { runTurn } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import { type Act, NO_KNOWLEDGE, START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { validateWorksheets } from '#shared/algorithms/worksheets/validation/validate.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { WorksheetPrompt } from '#shared/contract/worksheets.ts';
import { type AgentTurn, type ModelAnswerer, modelAnswererSchema } from '#shared/domain/agent.ts';
import { defineAgentKind } from '../../agent-kind.ts';
import type { Project, RequestBound } from '../../project.ts';
import { readWorksheets } from '../../store/edits/designs/worksheet-table.ts';
import { presentPrompt } from '../prompts/index.ts';
import { knowledgeOf, requireApplication } from './application.ts';
import { outsideCalls } from './outside-calls.ts';
import { hear, SILENCE, today, type WorksheetConversation } from './talk.ts';
import { openWorksheetModel } from './worksheet-model.ts';

/** Returns two requests for each user turn and one for the last answer. Values and tables need more. */
export function mostOfTalking(
  { database, app }: Pick<Project, 'database' | 'app'>,
  set: CompiledSet,
  { maxOutputTokens }: ModelAnswerer,
  turns: readonly AgentTurn[],
): RequestBound {
  const settings = { today: today(), knowledge: NO_KNOWLEDGE };
  const promptOf = (name: WorksheetPrompt) => presentPrompt(database, app.resources, name).text;
  const statements = promptOf('worksheet-statements');
  const answer = promptOf('worksheet-answer');
  let state = START;
  let acts: readonly Act[] = [];
  let system = '';
  const inputs: number[] = [];
  const last = turns.findLastIndex(({ role }) => role === 'user');
  for (const [at, { role, text }] of turns.entries()) {
    if (role !== 'user') {
      system = text;
      continue;
    }
    const said = { system, user: text };
    const content = statementsRequest(set, state, acts, said, settings.today);
    const once = mostInputTokens([{ content: statements }, { content }], null);
    inputs.push(once, once + maxOutputTokens);
    const turn = runTurn(set, state, extractStatements(set, state, text, settings), settings);
    ({ state, acts } = turn);
    if (at !== last) continue;
    const worded = answerRequest(set, state, acts, said, settings.today);
    inputs.push(mostInputTokens([{ content: answer }, { content: worded }], null));
  }
  return {
    requests: inputs.length,
    input: inputs.reduce((sum, one) => sum + one, 0),
    output: inputs.length * maxOutputTokens,
  };
}

const schema = z.looseObject({
  kind: z.literal('worksheets'),
  title: z.string(),
  worksheet: z.string(),
  /** The model that reads messages and words answers; by default types and templates do. */
  answerer: modelAnswererSchema.optional(),
});

export const worksheetAgent = defineAgentKind({
  kind: 'worksheets',
  schema,
  list: ({ database }) =>
    readWorksheets(database).map(({ name, set }) => {
      const error = validateWorksheets(set).find(({ level }) => level === 'error');
      return {
        agent: { kind: 'worksheets' as const, title: `Worksheets ${name}`, worksheet: name },
        problem: error ? `${error.worksheet}: ${error.message}` : null,
        takesModel: true,
      };
    }),
  most: (project, { worksheet, answerer }, turns) => {
    if (!answerer) return null;
    const set = compile(requireApplication(project.database, worksheet).set);
    return mostOfTalking(project, set, answerer, turns);
  },
  open: async (project, { worksheet, answerer }, call) => {
    const application = requireApplication(project.database, worksheet);
    const set = compile(application.set);
    const calls = outsideCalls(project, application.name, call.mayAct ?? false, call.dialogues ?? []);
    const settings = { today: today(), knowledge: knowledgeOf(project, application), calls };
    const model = answerer ? await openWorksheetModel(project, answerer, call) : null;
    const variables = ({ state }: WorksheetConversation) => fieldVariables(set, state, settings);
    /** Returns the state with the real answer of the system if it differs from the worksheet's own. */
    const hearSystem = (heard: WorksheetConversation, text: string): WorksheetConversation =>
      text === '' ? heard : { ...heard, answer: text, said: [...heard.said, text] };
    return {
      start: SILENCE,
      variables,
      hear: async (heard: WorksheetConversation, { role, text }) => {
        if (role !== 'user') return { state: hearSystem(heard, text) };
        const { next, asked } = await hear(set, heard, { user: text }, settings, model, false);
        return { state: next, asked: asked ?? undefined };
      },
      step: async (heard: WorksheetConversation, { role, text, change }) => {
        if (role !== 'user') return { state: hearSystem(heard, text), reply: null };
        if (change && !variables(heard).some(({ name, isFixed }) => name === change.name && !isFixed)) {
          throw new DialogramError('INVALID', `You cannot change the field "${change.name}" here.`, {
            place: worksheet,
            value: change.name,
            nextStep: 'Write the name of a field that applies now, such as main_1.date.',
          });
        }
        const said = change ? { statements: changeStatement(change.name, change.value) } : { user: text };
        const turn = await hear(set, heard, said, settings, model);
        const { next, answer, statements, readBy, acts, reasons, notes, asked } = turn;
        const steps = acts.map((what, at) => ({ what, why: reasons[at] ?? '' }));
        return {
          state: next,
          reply: {
            text: answer,
            problem: null,
            why: {
              at: acts.join(', ') || 'no act',
              understood: statements,
              readBy,
              steps,
              notes: notes.map(({ place, message }) =>
                place === 'statements' || place === 'answer' ? message : `${place}: ${message}`,
              ),
            },
            asked: asked ?? undefined,
            next: [],
          },
        };
      },
    };
  },
});
