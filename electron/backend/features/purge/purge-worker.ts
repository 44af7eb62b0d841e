import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type AskedWorker, startAskedWorker } from '../../workers/ask-worker.ts';
import type { PurgeAnswer, PurgeQuestion, PurgeTalk } from './purge.worker.ts';

/** Asks a purge's worker; its answer is of the kind asked for. */
type PurgeWorker = AskedWorker<PurgeQuestion, PurgeAnswer>;

/** Starts the worker of a purge. The caller closes it. */
export async function startPurging(
  path: string,
  { report }: Pick<JobContext, 'report'> = { report: () => {} },
): Promise<PurgeWorker> {
  const { worker } = await startAskedWorker<PurgeTalk>(
    new URL('./purge.worker.ts', import.meta.url),
    { path },
    {
      onProgress: (progress) => report({ ...progress, unit: 'dialogues' }),
    },
  );
  return worker;
}

/** Returns what a purge would delete. @throws NOT_FOUND if nothing of the selection is in the project */
export async function previewByWorker(
  path: string,
  selection: PurgeSelection,
  workspace: string,
): Promise<PurgePreview> {
  const worker = await startPurging(path);
  try {
    const answer = await worker.ask({ kind: 'preview', selection, workspace });
    if (answer.kind !== 'previewed') throw new Error('The purge worker answered a different request.');
    return answer.preview;
  } finally {
    await worker.close();
  }
}

/** Finishes an interrupted purge. @throws PROJECT_IN_USE if another program reads the project */
export async function finishByWorker(
  path: string,
  context?: Pick<JobContext, 'report'>,
): Promise<PurgeResult> {
  const worker = await startPurging(path, context);
  try {
    return await finish(worker);
  } finally {
    await worker.close();
  }
}

export async function finish(worker: PurgeWorker): Promise<PurgeResult> {
  const answer = await worker.ask({ kind: 'finish' });
  if (answer.kind !== 'finished') throw new Error('The purge worker answered a different request.');
  return answer.result;
}
