import type { LearnResult } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../../store/database.ts';
import { type StoredAutomaton, saveAutomaton } from '../../../store/runs/automaton-table.ts';
import { discardRun, finishRun, listRuns, startRun } from '../../../store/runs/run-table.ts';

/**
 * Stores an automaton as the project's one live automaton, the latest, replacing the previous live one.
 * Automata that a person learned stay.
 * @param params of the automaton that it updates
 */
export function keepLiveAutomaton(
  database: WriteDatabase,
  params: Readonly<Record<string, unknown>>,
  stored: StoredAutomaton,
  report: Omit<LearnResult, 'automaton'>,
): RunId {
  return database.transaction(() => {
    const outdated = listRuns(database, 'automaton').filter((run) => run.params.live === true);
    const now = new Date().toISOString();
    const run = startRun(database, {
      kind: 'automaton',
      params: { ...params, live: true, aside: undefined },
      seed: null,
      inputFingerprint: `${stored.taggingRun}/${stored.corpusVersion}/${stored.editVersion}`,
      startedAt: now,
    });
    saveAutomaton(database, run, stored);
    finishRun(database, run, now, { automaton: run, ...report } satisfies LearnResult);
    // Last, since SQLite reuses the id of a deleted newest row, and a page may still know it.
    for (const { id } of outdated) discardRun(database, id);
    return run;
  })();
}
