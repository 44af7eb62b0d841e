import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type PurgePreview,
  type PurgeResult,
  type PurgeSelection,
  purgeContract,
} from '#shared/contract/purge.ts';
import { defineFeature } from '../../feature.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { whileOnlyReading } from '../../store/database.ts';
import { isEditRunning } from '../../store/edits/log/edit-log.ts';
import { forgetAccounts } from '../../store/models/model-call-table.ts';
import { hasRemovedSources } from '../../store/removal/removed-table.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import { countDialogues, unfinishedPurge } from './plan-purge.ts';
import { type PurgeParams, purgeParamsSchema, requireExpected } from './remove-rows.ts';

const startPurging = (
  path: string,
  { report }: Pick<JobContext, 'report'> = { report: () => {} },
): Promise<ResidentOf<'purge', 'openPurge'>> =>
  stayInThread('purge', 'openPurge', [path], {
    onProgress: (progress) => report({ ...progress, unit: 'dialogues' }),
  });

async function previewInThread(
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

async function finishInThread(path: string, context?: Pick<JobContext, 'report'>): Promise<PurgeResult> {
  const thread = await startPurging(path, context);
  try {
    return await thread.ask('finish');
  } finally {
    await thread.close();
  }
}

/** The maximum number of attempts if tags change while the words are read. */
const MOST_ATTEMPTS = 5;
const EDIT_WAIT_MS = 20;

/**
 * Deletes data permanently, in a thread with its own connection, so that the project can still be read. One transaction
 * deletes the rows and stores the remaining work. Then the file is rewritten without free pages, and companion files
 * are deleted. Edits are refused meanwhile. A crash before the end of the transaction changes nothing. After a later
 * crash, opening the project completes the purge. Can be canceled only before the transaction.
 */
async function runPurge(project: Project, params: unknown, context: JobContext): Promise<PurgeResult> {
  const { database, path } = project;
  if (unfinishedPurge(database) !== null) {
    await forget(project);
    return whileOnlyReading(database, () => finishInThread(path, context));
  }
  const asked = purgeParamsSchema.parse(params);
  const thread = await startPurging(path, context);
  const stop = (): void => void thread.close();
  try {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      context.signal.addEventListener('abort', stop, { once: true });
      await thread.ask('read', asked);
      while (isEditRunning(database)) await delay(EDIT_WAIT_MS);
      context.signal.throwIfAborted();
      // From here on, the purge must not be stopped.
      context.signal.removeEventListener('abort', stop);
      const result = await whileOnlyReading(database, async () => {
        const { runs } = project.app;
        if (!(await thread.ask('remove', { job: context.jobId, runs }))) return null;
        await forget(project);
        return thread.ask('finish');
      });
      if (result) return result;
    }
  } finally {
    context.signal.removeEventListener('abort', stop);
    await thread.close();
  }
  throw new DialogramError('BUSY', 'The project kept changing during the purge, so nothing was deleted.', {
    nextStep: 'Purge again when nobody is editing the project.',
  });
}

async function forget(project: Project): Promise<void> {
  await project.forget();
  forgetAccounts(project.database);
  project.changes.announce('tags');
}

/** The purge job. It runs alone, because other jobs would use the deleted data. */
const purgeJob: JobKind<Project, PurgeParams | Record<string, never>> = {
  kind: 'purge',
  // A purge that has deleted the rows has also deleted its own parameters.
  params: z.union([purgeParamsSchema, z.strictObject({})]),
  topics: ['project', 'corpus', 'tags', 'runs', 'automata'],
  run: runPurge,
  alone: { message: 'The project is being purged.', nextStep: 'Wait until the purge has ended.' },
};

/** Throws if any job can still run or continue, because it would use purged data. */
function requireNoOpenJob(jobs: Project['jobs']): void {
  const [job] = jobs.open();
  if (!job) return;
  throw new DialogramError('BUSY', `You cannot purge while "${job.title}" is ${job.state}.`, {
    place: job.title,
    value: job.state,
    nextStep:
      job.state === 'paused'
        ? 'Continue or cancel that job first.'
        : 'Wait until that job has ended, or cancel it first.',
  });
}

export const feature = defineFeature({
  contract: purgeContract,
  methods: {
    preview: ({ input, project: { path, database }, session }) => {
      const preview = () => previewInThread(path, input, session.files.workspace);
      // The preview restores removed sources to count them.
      return hasRemovedSources(database) ? whileOnlyReading(database, preview) : preview();
    },
    run: ({ input, project: { database, jobs }, session }) => {
      requireNoOpenJob(jobs);
      // Fails at once if the selection has changed.
      requireExpected(countDialogues(database, input), input.expected);
      const { workspace } = session.files;
      return { job: jobs.start(purgeJob, 'Purging', { ...input, workspace }) };
    },
  },
  jobs: [purgeJob],
  async recover({ path, database }) {
    // Completes an interrupted purge before anyone can read the project.
    if (unfinishedPurge(database)) await finishInThread(path);
  },
});
