import type { jobsContract } from '#shared/contract/jobs.ts';
import type { Methods } from '../../feature.ts';

export function jobsHandlers(jobs: Methods<typeof jobsContract>) {
  return {
    list: jobs.list.handler(({ context }) => context.session.project().jobs.list()),
    get: jobs.get.handler(({ input, context }) => context.session.project().jobs.get(input.job)),
    cancel: jobs.cancel.handler(({ input, context }) => context.session.project().jobs.cancel(input.job)),
    pause: jobs.pause.handler(({ input, context }) => context.session.project().jobs.pause(input.job)),
    resume: jobs.resume.handler(({ input, context }) => context.session.project().jobs.resume(input.job)),
    watch: jobs.watch.handler(({ input, context, signal }) => {
      const { jobs } = context.session.project();
      // Asked for at once, so that an unknown job is an error of the call and not of its stream.
      jobs.get(input.job);
      return jobs.watch(input.job, signal);
    }),
  };
}
