/** Short names of the kinds of edits. */
export const EDIT_KINDS: Readonly<Record<string, string>> = {
  'add-tag': 'tag added',
  'remove-tag': 'tag removed',
  'replace-tag': 'tag replaced',
  'set-tags': 'tags set',
  'reject-tags': 'tags rejected',
  'mark-checked': 'checked',
  'mark-flagged': 'flagged',
  comment: 'comment',
  guidelines: 'guidelines',
  'pin-tag': 'tag pinned',
  unmark: 'mark removed',
  'rename-tag': 'renamed',
  'merge-tag': 'merged',
  'split-tag': 'split',
  'archive-tag': 'archived',
  'restore-tag': 'offered again',
  'describe-tag': 'described',
  'bulk-add': 'added in bulk',
  'bulk-remove': 'removed in bulk',
  'bulk-replace': 'replaced in bulk',
  'import-vocabulary': 'imported',
  'take-back': 'reverted',
  vote: 'voted',
  'decide-merge': 'states decided',
  'cut-moves': 'moves cut',
  'merge-moves': 'moves merged',
  'split-move': 'move split',
  'rename-move': 'move renamed',
  'name-moves': 'moves named by a model',
  flows: 'flows',
  'remove-source': 'source removed',
  'bring-back-source': 'source restored',
  'clean-words': 'text cleaned',
};

export const KIND_GROUPS: readonly {
  readonly value: string;
  readonly label: string;
  readonly kinds: readonly string[];
}[] = [
  {
    value: 'rounds',
    label: 'Tags of single turns',
    kinds: ['add-tag', 'remove-tag', 'replace-tag', 'set-tags', 'reject-tags'],
  },
  { value: 'marks', label: 'Checks and flags', kinds: ['mark-checked', 'mark-flagged', 'unmark'] },
  { value: 'notes', label: 'Comments, guidelines, pins', kinds: ['comment', 'guidelines', 'pin-tag'] },
  {
    value: 'vocabulary',
    label: 'The vocabulary',
    kinds: [
      'rename-tag',
      'merge-tag',
      'split-tag',
      'archive-tag',
      'restore-tag',
      'describe-tag',
      'import-vocabulary',
    ],
  },
  {
    value: 'bulk',
    label: 'Many turns at once',
    kinds: ['bulk-add', 'bulk-remove', 'bulk-replace', 'set-tags'],
  },
  {
    value: 'moves',
    label: 'Moves regrouped',
    kinds: ['cut-moves', 'merge-moves', 'split-move', 'rename-move', 'name-moves'],
  },
  { value: 'flows', label: 'Flows', kinds: ['flows'] },
  {
    value: 'sources',
    label: 'Sources and cleaning',
    kinds: ['remove-source', 'bring-back-source', 'clean-words'],
  },
  { value: 'votes', label: 'Votes on answers', kinds: ['vote'] },
  { value: 'states', label: 'States of automata', kinds: ['decide-merge'] },
  { value: 'back', label: 'Reverted', kinds: ['take-back'] },
];
