import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId, RunId } from '#shared/domain/ids.ts';
import { elsewhereRuns } from '../../jobs/elsewhere-runs.ts';
import type { Project } from '../../project.ts';
import type { Elsewhere } from '../../providers/requests/elsewhere.ts';
import { batchRuns } from '../batch/index.ts';
import { freeRuns } from '../free-colang/index.ts';
import { judgingRuns } from '../judging/index.ts';
import { modelRuns } from '../model-tagging/index.ts';
import { namingRuns } from '../move-naming/index.ts';
import { instructionRuns } from '../slot-instructions/index.ts';

/** Continues a paused run until it is done or pauses again, with another handler for its prompts. */
export async function goThrough(project: Project, run: RunId, elsewhere: Elsewhere): Promise<Job> {
  const inHands = project.use(elsewhereRuns);
  if (inHands.has(run)) {
    throw new DialogramError('BUSY', `The prompts of run ${run} are already being exported or answered.`, {
      value: String(run),
      nextStep: 'Wait until that has ended.',
    });
  }
  inHands.set(run, elsewhere);
  try {
    return await endOf(project, goOn(project, run));
  } finally {
    inHands.delete(run);
  }
}

const KINDS = [batchRuns, judgingRuns, modelRuns, namingRuns, freeRuns, instructionRuns];

/** @throws DialogramError NOT_FOUND for a run that has no prompts; INVALID if it is not paused */
function goOn(project: Project, run: RunId): JobId {
  const kind = KINDS.find(({ list }) => list(project.database).some((known) => known.run === run));
  if (kind) return kind.goOn(project, run, undefined, () => {}).job;
  throw new DialogramError('NOT_FOUND', `Run ${run} has no prompts to answer elsewhere.`, {
    value: String(run),
    nextStep: 'Start a run whose prompts wait for answers from elsewhere.',
  });
}

async function endOf({ jobs }: Project, id: JobId): Promise<Job> {
  let last: Job | null = null;
  for await (const state of jobs.watch(id)) last = state;
  if (last?.state === 'failed' && last.error)
    throw new DialogramError(last.error.code as ErrorCode, last.error.message, last.error.detail);
  if (last?.state !== 'done' && last?.state !== 'paused')
    throw new DialogramError('CANCELLED', 'The run was canceled. The answers imported so far are kept.');
  return last;
}
