import { DialogramError } from '#shared/contract/errors.ts';
import { savedFiltersContract } from '#shared/contract/filters.ts';
import { commitEdit, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { savedFilters } from '../../store/edits/picture/document-tables.ts';
import { filterOf } from '../filters/index.ts';

const KIND = 'saved-filters';

export const feature = defineFeature({
  contract: savedFiltersContract,
  methods: {
    list: ({ project }) => savedFilters.list(project.database),
    save: ({ input: { name, where }, project, session }) => {
      filterOf(where);
      const change = savedFilters.after(project.database, name, { where });
      return commitEdit(editorOf(session), KIND, `Save the filter “${name}”`, [change]);
    },
    rename: ({ input: { name, to }, project: { database }, session }) => {
      const where = requireSaved(database, name);
      if (name !== to && savedFilters.find(database, to))
        throw new DialogramError('ALREADY_EXISTS', `There is already a filter “${to}”.`, {
          place: 'to',
          value: to,
          nextStep: 'Choose another name, or remove that filter first.',
        });
      const changes =
        name === to
          ? []
          : [savedFilters.after(database, name, null), savedFilters.after(database, to, { where })];
      return commitEdit(editorOf(session), KIND, `Rename the filter “${name}” to “${to}”`, changes);
    },
    remove: ({ input: { name }, project: { database }, session }) => {
      requireSaved(database, name);
      const change = savedFilters.after(database, name, null);
      return commitEdit(editorOf(session), KIND, `Remove the filter “${name}”`, [change]);
    },
  },
  edits: { [KIND]: { topics: ['savedFilters'], changesTags: 'never' } },
});

function requireSaved(database: ReadDatabase, name: string): string {
  const saved = savedFilters.find(database, name);
  if (saved) return saved.where;
  throw new DialogramError('NOT_FOUND', `There is no saved filter “${name}”.`, {
    value: name,
    nextStep: 'List the saved filters to find the right one.',
  });
}
