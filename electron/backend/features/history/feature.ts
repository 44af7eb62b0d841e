import { historyContract } from '#shared/contract/history.ts';
import { authorSettings, editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { historyAuthors, listDecisions } from '../../store/edits/log/edit-history.ts';
import { CHANGES_TAGS, effectOf } from '../../store/edits/log/edit-kinds.ts';
import { vocabularyReader } from '../vocabulary/index.ts';
import { takeBack } from './take-back.ts';

export const feature = defineFeature({
  contract: historyContract,
  methods: {
    list: async ({ input, project, app }) => {
      const { offset, limit, ...filter } = input;
      for (const kind of filter.kinds) effectOf(app.edits, kind);
      const page = await project.use(vocabularyReader).ask('history', { filter, window: { offset, limit } });
      return { total: page.total, items: [...page.items] };
    },
    authors: ({ project }) => historyAuthors(project.database),
    decisions: ({ input, project }) => listDecisions(project.database, input.edit, input.offset, input.limit),
    takeBack: ({ input, session }) => takeBack(editorOf(session, input.reason), input.edit),
    author: ({ app }) => app.use(authorSettings).read(),
    setAuthor: ({ input, app }) => {
      app.use(authorSettings).write(input);
      return app.use(authorSettings).read();
    },
  },
  edits: { 'take-back': CHANGES_TAGS },
});
