import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { JobContext } from '../../jobs/job.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';

/** Starts the thread of a purge. The caller closes it. */
export const startPurging = (
  path: string,
  { report }: Pick<JobContext, 'report'> = { report: () => {} },
): Promise<ResidentOf<'purge', 'openPurge'>> =>
  stayInThread('purge', 'openPurge', [path], {
    onProgress: (progress) => report({ ...progress, unit: 'dialogues' }),
  });

/** Returns what a purge would delete. @throws NOT_FOUND if nothing of the selection is in the project */
export async function previewInThread(
  path: string,
  selection: PurgeSelection,
  workspace: string,
): Promise<PurgePreview> {
  const thread = await startPurging(path);
  try {
    return await thread.ask('preview', selection, workspace);
  } finally {
    await thread.close();
  }
}

/** Finishes an interrupted purge. @throws PROJECT_IN_USE if another program reads the project */
export async function finishInThread(
  path: string,
  context?: Pick<JobContext, 'report'>,
): Promise<PurgeResult> {
  const thread = await startPurging(path, context);
  try {
    return await thread.ask('finish');
  } finally {
    await thread.close();
  }
}
