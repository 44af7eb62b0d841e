import { DialogramError } from '#shared/contract/errors.ts';
import type { Api } from '../../dispatch/api.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import { previewPurge, selectRows } from './plan-purge.ts';
import { requireExpected } from './purge-job.ts';

/** A purge has the project to itself; what is paused would go on with what is no longer there. */
function requireNoOpenJob(jobs: JobRunner): void {
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

export function purgeHandlers(api: Api) {
  return {
    preview: api.purge.preview.handler(({ input, context }) => {
      const { database, path } = context.session.project();
      const { workspace } = context.session.files;
      return previewPurge(database, { project: path, workspace }, input, breathe);
    }),
    run: api.purge.run.handler(({ input, context }) => {
      const { database, jobs } = context.session.project();
      requireNoOpenJob(jobs);
      // Asked for now, so that the call itself fails where something else would go than was shown.
      const purged = selectRows(database, input);
      try {
        requireExpected(purged, input.expected);
      } finally {
        purged.drop();
      }
      const { workspace } = context.session.files;
      return { job: jobs.start('purge', 'Purging', { ...input, workspace }) };
    }),
  };
}
