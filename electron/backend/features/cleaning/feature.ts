import { cleaningContract } from '#shared/contract/cleaning.ts';
import { defineFeature } from '../../feature.ts';
import { countCleaned, readCleaning } from '../../store/corpus/original-table.ts';
import { type PurgedTables, partOf } from '../../store/purge/purge-rules.ts';
import { CLEAN_WORDS, cleaningJob } from './cleaning-job.ts';
import { previewCleaning } from './preview.ts';

const tables = {
  utterance_originals: partOf('utterances', 'utterance_id', 'utterance_id text'),
} satisfies PurgedTables;

export const feature = defineFeature({
  contract: cleaningContract,
  methods: {
    state: ({ project: { database } }) => {
      const cleaning = readCleaning(database);
      return {
        rules: cleaning?.rules ?? [],
        before: cleaning?.before ?? null,
        at: cleaning?.at ?? null,
        done: cleaning?.done ?? true,
        changed: countCleaned(database),
      };
    },
    preview: ({ input, project, signal }) => previewCleaning(project.database, input, signal),
    apply: ({ input, project }) => ({
      job: project.jobs.start(
        cleaningJob,
        input.rules.length === 0 ? 'Taking cleaning off' : 'Cleaning words',
        input,
      ),
    }),
  },
  jobs: [cleaningJob],
  tables,
  edits: {
    [CLEAN_WORDS]: { topics: ['project', 'corpus', 'automata'], changesTags: 'never', isApart: true },
  },
});
