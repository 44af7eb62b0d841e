import { DialogramError } from '#shared/contract/errors.ts';
import type { purgeContract } from '#shared/contract/purge.ts';
import type { Methods } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { countDialogues } from './plan-purge.ts';
import { purgeJob } from './purge-job.ts';
import { previewByWorker } from './purge-worker.ts';
import { requireExpected } from './remove-rows.ts';

/** A purge has the project to itself; what is paused would go on with what is no longer there. */
function requireNoOpenJob(jobs: Project['jobs']): void {
  const [job] = jobs.open();
  if (!job) return;
  throw new DialogramError('BUSY', `"${job.title}" is ${job.state}; a purge needs the project to itself.`, {
    place: job.title,
    value: job.state,
    nextStep:
      job.state === 'paused'
        ? 'Go on with that job or cancel it first.'
        : 'Wait until that job has ended, or cancel it first.',
  });
}

export function purgeHandlers(purge: Methods<typeof purgeContract>) {
  return {
    preview: purge.preview.handler(({ input, context }) =>
      previewByWorker(context.session.project().path, input, context.session.files.workspace),
    ),
    run: purge.run.handler(({ input, context }) => {
      const { database, jobs } = context.session.project();
      requireNoOpenJob(jobs);
      // Asked for now, so that the call itself fails where something else would go than was shown.
      requireExpected(countDialogues(database, input), input.expected);
      const { workspace } = context.session.files;
      return { job: jobs.start(purgeJob, 'Purging', { ...input, workspace }) };
    }),
  };
}
