import type { RoutedAutomata } from '#shared/algorithms/retrieval/methods.ts';
import { type LearnResult, learnInputSchema } from '#shared/contract/automata.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { saveAutomaton } from '../../store/runs/automaton-table.ts';
import { discardRun, finishRun, INDEX_AUTOMATON, listRuns, startRun } from '../../store/runs/run-table.ts';
import { HELD_OUT_SHARE } from '../retrieval/index.ts';
import type { IndexReady } from './open-index.ts';

/** The settings for learning each automaton, as a person would choose them. */
const LEARNED_AS = {
  paper: { learner: 'paper' },
  tree: { learner: 'paper', lambda: null },
  context: { learner: 'context' },
} as const satisfies Readonly<Record<keyof RoutedAutomata, unknown>>;

export interface IndexVersions {
  readonly tagging: TaggingRun;
  readonly corpusVersion: number;
  readonly editVersion: number;
  readonly fingerprint: string;
}

/**
 * Keeps the automata of an index as runs of their own kind: they can be shown by id like any other, but are
 * never the latest one, which belongs to the person. The same index finds its runs again. Runs of an outdated
 * index are deleted with it.
 */
export function keepIndexAutomata(
  database: WriteDatabase,
  { tagging, corpusVersion, editVersion, fingerprint }: IndexVersions,
  { automata, dialogueIds }: IndexReady,
): Readonly<Record<keyof RoutedAutomata, RunId>> {
  return database.transaction(() => {
    const kept = new Map<string, RunId>();
    const outdated: RunId[] = [];
    for (const run of listRuns(database, INDEX_AUTOMATON)) {
      const { routes } = run.params;
      // An earlier version stored no tree, and did not name its automata.
      if (run.inputFingerprint === fingerprint && typeof routes === 'string') kept.set(routes, run.id);
      else outdated.push(run.id);
    }
    const keep = (routes: keyof RoutedAutomata): RunId => {
      const known = kept.get(routes);
      if (known !== undefined) return known;
      const startedAt = new Date().toISOString();
      const run = startRun(database, {
        kind: INDEX_AUTOMATON,
        params: {
          ...learnInputSchema.parse({ run: tagging.id, ...LEARNED_AS[routes] }),
          heldOutShare: HELD_OUT_SHARE,
          routes,
        },
        seed: null,
        inputFingerprint: fingerprint,
        startedAt,
      });
      const { parts, report, warnings } = automata[routes];
      saveAutomaton(database, run, {
        taggingRun: tagging.id,
        corpusVersion,
        editVersion,
        parts,
        dialogueIds,
      });
      const result: LearnResult = {
        automaton: run,
        ...report,
        warnings: [...warnings],
        advice: [],
        seconds: 0,
        learningSeconds: 0,
        peakMb: process.resourceUsage().maxRSS / 1024,
        reach: null,
        size: null,
      };
      finishRun(database, run, new Date().toISOString(), result);
      return run;
    };
    // The tree first, since the newest automaton of the paper's learner should be the merged one.
    const runs = { tree: keep('tree'), paper: keep('paper'), context: keep('context') };
    // Last, since SQLite reuses the id of a deleted newest row, and a page may still know it.
    for (const run of outdated) discardRun(database, run);
    return runs;
  })();
}
