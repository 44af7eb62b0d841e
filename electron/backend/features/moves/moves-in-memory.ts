import { DialogramError } from '#shared/contract/errors.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { taggingRuns } from '../../store/runs/tagging-runs.ts';
import { type MovesRun, readMovesRun } from '../../store/tags/move-decision-table.ts';
import { readMoveExamples, type StoredExample } from '../../store/tags/move-table.ts';

/** A run of moves with the sentences that show them. */
export interface ShownMoves extends MovesRun {
  readonly examples: readonly StoredExample[];
}

/** The run looked at last: a run never changes, and reading it takes longer than showing it. */
const remembered = projectService((): { last: ShownMoves | null } => ({ last: null }));

/** The requested run of moves, or the newest that can be shown; null if there is none. */
export function findMoves(project: Project, run: RunId | null): ShownMoves | null {
  const known = project.use(remembered);
  const { database } = project;
  const runs = taggingRuns(database).filter(({ tagger }) => tagger === 'moves');
  if (run !== null && !runs.some(({ id }) => id === run))
    throw new DialogramError('NOT_FOUND', `There is no run of moves ${run} in this project.`, {
      value: String(run),
      nextStep: 'List the tagging runs, or tag by moves.',
    });
  for (const { id } of runs.filter(({ id }) => run === null || id === run)) {
    if (known.last?.run === id) return known.last;
    const moves = readMovesRun(database, id);
    if (moves) {
      known.last = { ...moves, examples: readMoveExamples(database, id) };
      return known.last;
    }
  }
  return null;
}

export function requireMoves(project: Project, run: RunId | null): ShownMoves {
  const moves = findMoves(project, run);
  if (moves) return moves;
  throw new DialogramError('NOT_FOUND', 'No run of this project has moves that can be regrouped.', {
    nextStep: 'Tag the dialogues by moves.',
  });
}
