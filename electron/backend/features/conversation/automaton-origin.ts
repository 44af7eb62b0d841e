import type { Learner } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { automatonOrigin } from '../../store/runs/automaton-table.ts';
import { findAutomaton, INDEX_AUTOMATON, latestRun, listRuns } from '../../store/runs/run-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';

/** An automaton with the run whose tags it was learned from. */
export interface AutomatonOrigin {
  readonly automaton: RunId;
  readonly learner: Learner;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tagging: TaggingRun;
  /** The newest automaton of the other kind than this that reads the same tags. */
  other(than: Learner): RunId | null;
}

/** Returns the requested automaton, or the latest; null if there is none. @throws NOT_FOUND for a requested one */
export function originOf(database: ReadDatabase, asked: RunId | null): AutomatonOrigin | null {
  const row = asked === null ? latestRun(database, 'automaton') : findAutomaton(database, asked);
  if (!row) {
    if (asked === null) return null;
    throw new DialogramError('NOT_FOUND', `There is no automaton ${asked} in this project.`, {
      value: String(asked),
      nextStep: 'Choose another automaton.',
    });
  }
  const taggingOf = (automaton: RunId): RunId | null =>
    automatonOrigin(database, automaton)?.taggingRun ?? null;
  const tagging = requireTaggingRun(database, taggingOf(row.id));
  return {
    automaton: row.id,
    learner: row.params.learner as Learner,
    params: row.params,
    tagging,
    other: (than) =>
      [...listRuns(database, 'automaton'), ...listRuns(database, INDEX_AUTOMATON)].find(
        ({ id, params }) => params.learner !== than && taggingOf(id) === tagging.id,
      )?.id ?? null,
  };
}

/** Returns true if an automaton still exists: learning again replaces it. */
export const isLearned = (database: ReadDatabase, automaton: RunId): boolean =>
  findAutomaton(database, automaton) !== null;

/** The same, but there must be one. */
export function requireOrigin(database: ReadDatabase, asked: RunId | null): AutomatonOrigin {
  const origin = originOf(database, asked);
  if (origin) return origin;
  throw new DialogramError('NOT_FOUND', 'No automaton has been learned yet.', {
    nextStep: 'Learn one first.',
  });
}
