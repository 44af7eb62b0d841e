import { jobsContract } from '#shared/contract/jobs.ts';
import { defineFeature } from '../../feature.ts';

export const feature = defineFeature({
  contract: jobsContract,
  methods: {
    list: ({ project }) => project.jobs.list(),
    get: ({ input, project }) => project.jobs.get(input.job),
    cancel: ({ input, project }) => project.jobs.cancel(input.job),
    pause: ({ input, project }) => project.jobs.pause(input.job),
    resume: ({ input, project }) => project.jobs.resume(input.job),
    watch: ({ input, project: { jobs }, signal }) => {
      // Checked first, so that an unknown job fails the call instead of the stream.
      jobs.get(input.job);
      return jobs.watch(input.job, signal);
    },
  },
});
