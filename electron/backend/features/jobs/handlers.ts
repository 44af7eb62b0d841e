import type { Api } from '../../dispatch/api.ts';

export function jobsHandlers(api: Api) {
  return {
    list: api.jobs.list.handler(({ context }) => context.session.project().jobs.list()),
    get: api.jobs.get.handler(({ input, context }) => context.session.project().jobs.get(input.job)),
    cancel: api.jobs.cancel.handler(({ input, context }) => context.session.project().jobs.cancel(input.job)),
    pause: api.jobs.pause.handler(({ input, context }) => context.session.project().jobs.pause(input.job)),
    resume: api.jobs.resume.handler(({ input, context }) => context.session.project().jobs.resume(input.job)),
    watch: api.jobs.watch.handler(({ input, context, signal }) => {
      const { jobs } = context.session.project();
      // Asked for at once, so that an unknown job is an error of the call and not of its stream.
      jobs.get(input.job);
      return jobs.watch(input.job, signal);
    }),
  };
}
