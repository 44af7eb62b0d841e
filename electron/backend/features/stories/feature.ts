import { storiesContract } from '#shared/contract/stories.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { stories } from '../../store/edits/picture/document-tables.ts';

const KIND = 'story';

export const feature = defineFeature({
  contract: storiesContract,
  methods: {
    list: ({ project }) => stories.list(project.database),
    save: ({ input: { name, steps }, project, session }) => {
      const change = stories.after(project.database, name, steps.length === 0 ? null : { steps });
      const words =
        steps.length === 0 ? `Remove “${name}”` : `Set “${name}” to ${formatAmount(steps.length, 'slide')}`;
      return commitEdit(editorOf(session), KIND, words, [change]);
    },
  },
  edits: { [KIND]: { topics: ['stories'], changesTags: 'never' } },
});
