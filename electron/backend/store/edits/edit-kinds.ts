import type { Topic } from '#shared/contract/base.ts';
import type { Edit, EditKind } from '#shared/contract/tagging.ts';

/** What an edit of a kind changes. */
interface EditKindRule {
  /** What of the project is another once it was made. */
  readonly topics: readonly Topic[];
  /**
   * Whether it changes what an automaton was learned from. A mere confirmation does not, until a tagger has run since:
   * undone or made again then, it decides against what that run says.
   */
  readonly changesTags: 'always' | 'once tagged again' | 'never';
}

const TAGS: EditKindRule = { topics: ['tags', 'automata', 'project'], changesTags: 'always' };
const MARK: EditKindRule = { topics: ['tags'], changesTags: 'once tagged again' };
const VOTE: EditKindRule = { topics: ['votes', 'project'], changesTags: 'never' };

export const EDIT_KINDS: Readonly<Record<EditKind, EditKindRule>> = {
  'add-tag': TAGS,
  'remove-tag': TAGS,
  'replace-tag': TAGS,
  'rename-tag': TAGS,
  'merge-tag': TAGS,
  'set-tags': TAGS,
  'reject-tags': TAGS,
  'mark-checked': MARK,
  'mark-flagged': MARK,
  unmark: MARK,
  'split-tag': TAGS,
  'archive-tag': TAGS,
  'restore-tag': TAGS,
  'describe-tag': TAGS,
  'bulk-add': TAGS,
  'bulk-remove': TAGS,
  'bulk-replace': TAGS,
  'import-vocabulary': TAGS,
  'take-back': TAGS,
  vote: VOTE,
};

/** What of the project may be another after an edit was made. */
export const topicsOfEdit = ({ kind }: Edit): readonly Topic[] => EDIT_KINDS[kind].topics;

/** The same after it was undone or made again. */
export const topicsOfStep = ({ kind }: Edit): readonly Topic[] =>
  EDIT_KINDS[kind].changesTags === 'once tagged again' ? TAGS.topics : EDIT_KINDS[kind].topics;
