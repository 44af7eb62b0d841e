import type { CompiledSet } from '../runtime/compile.ts';
import type { Act, DialogueState } from '../runtime/state.ts';
import { describeActs, describeState, describeWorksheets, part } from './describe.ts';

interface LastTurn {
  readonly system: string;
  readonly user: string;
}

const turnPart = ({ system, user }: LastTurn): string =>
  part('turn', [...(system === '' ? [] : [`System: ${system}`]), `User: ${user}`].join('\n'));

/** Returns the request for the statements in the last turn, constant parts first, so that servers can cache them. */
export function statementsRequest(
  set: CompiledSet,
  state: DialogueState,
  acts: readonly Act[],
  turn: LastTurn,
  today: string,
  again: { readonly statements: string; readonly problem: string } | null = null,
): string {
  const repeated = again
    ? [
        `Your statements could not be used: ${again.problem} They were:\n${part('statements', again.statements)}`,
      ]
    : [];
  return [
    part('worksheets', describeWorksheets(set, state)),
    `Today is ${today}.`,
    part('state', describeState(state)),
    part('acts', describeActs(set, state, acts)),
    turnPart(turn),
    ...repeated,
    'Write the statements of what the user said.',
  ].join('\n\n');
}

/** Returns the statements in an answer, without code fences and lines that only comment. */
export const readStatements = (text: string): string =>
  text
    .replace(/^\s*```\w*\s*$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line) && line.trim() !== '')
    .join('\n');

export const answerRequest = (
  set: CompiledSet,
  state: DialogueState,
  acts: readonly Act[],
  turn: LastTurn,
  today: string,
): string =>
  [
    `Today is ${today}.`,
    part('state', describeState(state)),
    part('acts', describeActs(set, state, acts)),
    turnPart(turn),
    'Write what the service says.',
  ].join('\n\n');

/**
 * Returns why a model's answer cannot be used, as the end of a sentence; otherwise null. Small models copy names of
 * acts and the example of their instructions, which then ask for something else.
 */
export function faultIn(answer: string, plain: string, instructions: string): string | null {
  const lost = missingIn(answer, plain);
  if (lost !== null) return `it leaves out ${lost}.`;
  const name = ACT_NAME.exec(answer)?.[0];
  if (name !== undefined) return `it repeats "${name}" from its instructions.`;
  const told = ` ${bareWords(instructions)} `;
  const copied = answer
    .split(/(?<=[.!?:])\s+/)
    .find(
      (sentence) => isLong(sentence) && told.includes(` ${bareWords(sentence)} `) && !isIn(sentence, plain),
    );
  return copied === undefined ? null : `it copies "${copied}" from its instructions.`;
}

const ACT_NAME = /\b(?:ASK|CONFIRM|PROPOSE|REPORT|SAY)\(/;
const LEAST_COPIED_WORDS = 4;
const bareWords = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
const isLong = (text: string): boolean => bareWords(text).split(' ').length >= LEAST_COPIED_WORDS;
const isIn = (part: string, whole: string): boolean =>
  ` ${bareWords(whole)} `.includes(` ${bareWords(part)} `);

/** Returns the first required part that an answer lacks, such as a number or a due question; otherwise null. */
function missingIn(answer: string, plain: string): string | null {
  const kept = new Set(answer.match(NUMBERS));
  const lost = (plain.match(NUMBERS) ?? []).find((number) => !kept.has(number));
  if (lost !== undefined) return lost;
  return plain.trimEnd().endsWith('?') && !answer.includes('?') ? 'its question' : null;
}
const NUMBERS = /\d+(?:[.:]\d+)*/g;
