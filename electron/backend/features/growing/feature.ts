import { DialogramError } from '#shared/contract/errors.ts';
import { growingContract } from '#shared/contract/growing.ts';
import { defineFeature } from '../../feature.ts';
import { readSources } from '../../store/corpus/grown-sources.ts';
import { refreshJob } from './refresh-job.ts';
import { isWatching, keepWatch, setWatching } from './watch.ts';

export const feature = defineFeature({
  contract: growingContract,
  methods: {
    refresh: ({ input, project }) => {
      const known = readSources(project.database);
      const gone = input.sources?.find((source) => !known.some(({ id }) => id === source));
      if (gone !== undefined || known.length === 0) {
        throw new DialogramError('NOT_FOUND', 'There is no such source in this project.', {
          value: gone === undefined ? null : String(gone),
          nextStep: 'Import a file first, or choose one of the sources that are listed.',
        });
      }
      return { job: project.jobs.start(refreshJob, 'Reading what is new', input) };
    },
    watching: ({ project }) => ({ on: isWatching(project) }),
    watch: ({ input, project }) => {
      setWatching(project, input.on);
      return input;
    },
  },
  jobs: [refreshJob],
  onOpen: keepWatch,
});
