import { z } from 'zod';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { ReadDatabase } from '../database.ts';
import { oneValue, parseJson } from '../statements.ts';
import { latestRun } from './run-table.ts';

const headerSchema = z.object({
  symbols: z.array(z.object({ role: z.enum(ROLES), tag: z.string() })),
});

/** Learners that use one tag per turn. */
const ONE_TAG_LEARNERS: readonly unknown[] = ['overview', 'merging'];

export function shownSymbols(
  database: ReadDatabase,
  taggingRun: RunId,
): { readonly automaton: RunId | null; readonly symbols: readonly SymbolInfo[] } {
  const none = { automaton: null, symbols: [] };
  const latest = latestRun(database, 'automaton');
  if (!latest || !ONE_TAG_LEARNERS.includes(latest.params.learner)) return none;
  const header = oneValue<string>(database)`
    SELECT header FROM automata WHERE run_id = ${latest.id} AND tagging_run_id = ${taggingRun}`;
  return header === undefined
    ? none
    : { automaton: latest.id, symbols: parseJson(headerSchema, header).symbols };
}
