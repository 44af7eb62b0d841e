import { removingContract } from '#shared/contract/corpus.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { commitApart, editorOf } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { Session } from '../../project.ts';
import { sourceNames } from '../../store/corpus/source-table.ts';
import type { EditEffect } from '../../store/edits/log/placed-changes.ts';
import { listRemovedSources } from '../../store/removal/removed-table.ts';

const EFFECT: EditEffect = {
  topics: ['project', 'corpus', 'tags', 'runs', 'automata'],
  changesTags: 'never',
  isApart: true,
};

type Call = {
  readonly session: Session;
  readonly input: { readonly source: SourceId; readonly reason: string };
};

const commit = (
  { session, input }: Call,
  kind: string,
  words: string,
  removed: boolean,
): Promise<EditOutcome> =>
  commitApart(editorOf(session, input.reason), kind, words, [
    { table: 'sources', source: input.source, removed },
  ]);

export const feature = defineFeature({
  contract: removingContract,
  methods: {
    list: ({ project }) => listRemovedSources(project.database),
    remove: (call) => {
      const known = sourceNames(call.project.database).find(({ id }) => id === call.input.source) ?? null;
      const { name } = inProject(known, 'source', call.input.source);
      return commit(call, 'remove-source', `Remove ${name}`, true);
    },
    bringBack: (call) => {
      const known =
        listRemovedSources(call.project.database).find(({ id }) => id === call.input.source) ?? null;
      const { name } = inProject(known, 'removed source', call.input.source);
      return commit(call, 'bring-back-source', `Restore ${name}`, false);
    },
  },
  edits: { 'remove-source': EFFECT, 'bring-back-source': EFFECT },
});
