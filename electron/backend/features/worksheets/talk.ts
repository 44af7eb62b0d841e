import { dataOf } from '#shared/algorithms/worksheets/language/values.ts';
import type { CompiledSet } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { actTexts, runTurn, type TurnSettings } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import { type DialogueState, START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { wordAnswer } from '#shared/algorithms/worksheets/words/word-answer.ts';
import type { WorksheetTurn } from '#shared/contract/worksheets.ts';

/** What a user says, or the statements of it. */
export type Said = { readonly user: string } | { readonly statements: string };

/** The day it is, by the machine. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A turn without a model: statements by types, acts by the policy, words by templates. */
export function hear(
  set: CompiledSet,
  state: DialogueState,
  said: Said,
  settings: TurnSettings,
): WorksheetTurn & { readonly next: DialogueState; readonly reasons: readonly string[] } {
  const statements = 'user' in said ? extractStatements(set, state, said.user, settings) : said.statements;
  const turn = runTurn(set, state, statements, settings);
  return {
    statements,
    state: shownState(turn.state),
    acts: actTexts(turn.acts),
    answer: wordAnswer(set, turn.state, turn.acts),
    notes: [...turn.notes],
    reasons: turn.reasons,
    next: turn.state,
  };
}

export function hearAll(set: CompiledSet, lines: readonly Said[], settings: TurnSettings): WorksheetTurn[] {
  let state = START;
  return lines.map((said) => {
    const { next, reasons: _, ...turn } = hear(set, state, said, settings);
    state = next;
    return turn;
  });
}

const shownState = ({ instances, queries }: DialogueState): WorksheetTurn['state'] => ({
  ...Object.fromEntries(
    instances.map(({ name, values, result, left }) => [
      name,
      {
        ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, dataOf(value)])),
        ...(result === null ? {} : { result: dataOf(result) }),
        ...(left ? { left } : {}),
      },
    ]),
  ),
  ...Object.fromEntries(
    queries.map(({ name, worksheet, text, filters, result }) => [
      name,
      {
        worksheet,
        query: text,
        ...Object.fromEntries(Object.entries(filters).map(([field, value]) => [field, dataOf(value)])),
        result: result?.map(dataOf) ?? null,
      },
    ]),
  ),
});
