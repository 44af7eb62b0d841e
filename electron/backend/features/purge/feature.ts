import { DialogramError } from '#shared/contract/errors.ts';
import { purgeContract } from '#shared/contract/purge.ts';
import { defineFeature } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { whileOnlyReading } from '../../store/database.ts';
import { hasRemovedSources } from '../../store/removal/removed-table.ts';
import { countDialogues } from './plan-purge.ts';
import { purgeJob } from './purge-job.ts';
import { finishInThread, previewInThread } from './purge-thread.ts';
import { requireExpected } from './remove-rows.ts';
import { unfinishedPurge } from './unfinished-purge.ts';

/** Throws if a job is open: a purge needs the project to itself, and a paused job would continue with purged data. */
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
      // It restores them for counting.
      return hasRemovedSources(database) ? whileOnlyReading(database, preview) : preview();
    },
    run: ({ input, project: { database, jobs }, session }) => {
      requireNoOpenJob(jobs);
      // Checked now, so that the call itself fails if the selection has changed.
      requireExpected(countDialogues(database, input), input.expected);
      const { workspace } = session.files;
      return { job: jobs.start(purgeJob, 'Purging', { ...input, workspace }) };
    },
  },
  jobs: [purgeJob],
  async recover({ path, database }) {
    // An interrupted purge is finished now, before anyone may read.
    if (unfinishedPurge(database)) await finishInThread(path);
  },
});
