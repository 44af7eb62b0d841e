import { z } from 'zod';
import {
  dialogueIdSchema,
  editIdSchema,
  method,
  pageSchema,
  roleSchema,
  tagIdSchema,
  turnIdSchema,
} from './base.ts';
import { editOutcomeSchema, editSchema, reasonSchema } from './tagging.ts';

const pastEditSchema = editSchema.extend({
  state: z.enum(['done', 'undone', 'superseded']),
  /** The number of tag decisions in the edit; 0 if it only changed the vocabulary or marks. */
  decisions: z.int(),
  /** The number of consecutive edits of one turn by one person. This edit is the newest of them. */
  edits: z.int(),
  turn: z
    .object({ turn: turnIdSchema, dialogue: dialogueIdSchema, externalId: z.string(), index: z.int() })
    .nullable(),
});
export type PastEdit = z.infer<typeof pastEditSchema>;

/** Kinds of edits in groups, with words for each kind. An edit may be in two groups. */
export const EDIT_GROUPS: readonly {
  readonly value: string;
  readonly label: string;
  readonly kinds: Readonly<Record<string, string>>;
}[] = [
  {
    value: 'turns',
    label: 'Tags of single turns',
    kinds: {
      'add-tag': 'tag added',
      'remove-tag': 'tag removed',
      'replace-tag': 'tag replaced',
      'set-tags': 'tags set',
      'reject-tags': 'tags rejected',
      teach: 'moves taught',
    },
  },
  {
    value: 'marks',
    label: 'Checks and flags',
    kinds: { 'mark-checked': 'checked', 'mark-flagged': 'flagged', unmark: 'check or flag removed' },
  },
  {
    value: 'notes',
    label: 'Comments, guidelines, pins',
    kinds: { comment: 'comment', guidelines: 'guidelines', 'pin-tag': 'tag pinned' },
  },
  {
    value: 'vocabulary',
    label: 'The vocabulary',
    kinds: {
      'rename-tag': 'renamed',
      'merge-tag': 'merged',
      'split-tag': 'split',
      'archive-tag': 'archived',
      'restore-tag': 'restored',
      'describe-tag': 'described',
      'import-vocabulary': 'imported',
    },
  },
  {
    value: 'bulk',
    label: 'Many turns at once',
    kinds: {
      'bulk-add': 'added in bulk',
      'bulk-remove': 'removed in bulk',
      'bulk-replace': 'replaced in bulk',
      'set-tags': 'tags set',
    },
  },
  {
    value: 'moves',
    label: 'Moves regrouped',
    kinds: {
      'cut-moves': 'number of moves changed',
      'merge-moves': 'moves merged',
      'split-move': 'move split',
      'rename-move': 'move renamed',
      'name-moves': 'moves named by a model',
      'add-cue': 'cue added',
      'remove-cue': 'cue removed',
    },
  },
  {
    value: 'topics',
    label: 'Topics regrouped',
    kinds: {
      'cut-topics': 'number of topics changed',
      'merge-topics': 'topics merged',
      'split-topic': 'topic split',
      'rename-topic': 'topic renamed',
      'name-topics': 'topics named by a model',
      'teach-topic': 'topic of a dialogue changed',
    },
  },
  {
    value: 'flows',
    label: 'Flows and worksheets',
    kinds: { flows: 'flows', worksheets: 'worksheets', knowledge: 'knowledge' },
  },
  {
    value: 'sources',
    label: 'Sources and cleaning',
    kinds: {
      'remove-source': 'source removed',
      'bring-back-source': 'source restored',
      'clean-words': 'text cleaned',
    },
  },
  { value: 'votes', label: 'Votes on answers', kinds: { vote: 'voted' } },
  {
    value: 'states',
    label: 'States of automata',
    kinds: { 'decide-merge': 'states merged or kept apart', 'name-state': 'state renamed' },
  },
  {
    value: 'views',
    label: 'Notes, filters and stories',
    kinds: { annotate: 'note', 'saved-filters': 'saved filter', finding: 'finding', story: 'story' },
  },
  { value: 'back', label: 'Reverted', kinds: { 'take-back': 'reverted' } },
];

export const EDIT_WORDS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...EDIT_GROUPS.map(({ kinds }) => kinds),
);

export const historyContract = {
  /** Returns the edit log, newest first. An omitted condition is ignored. */
  list: method
    .input(
      pageSchema.extend({
        kinds: z.array(z.string().max(40)).max(50).default([]),
        author: z.string().max(200).nullable().default(null),
        tag: tagIdSchema.nullable().default(null),
        text: z.string().max(1000).default(''),
        turn: turnIdSchema.nullable().default(null),
        /** Groups consecutive edits by one person on one turn into one entry. */
        together: z.boolean().default(false),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(pastEditSchema) })),
  authors: method.output(z.array(z.string())),
  decisions: method.input(pageSchema.extend({ edit: editIdSchema })).output(
    z.object({
      total: z.int(),
      items: z.array(
        z.object({
          turn: turnIdSchema,
          dialogue: dialogueIdSchema,
          externalId: z.string(),
          index: z.int(),
          role: roleSchema,
          text: z.string(),
          tag: z.string(),
          /** True: the tag was set; false: it was removed; null: no decision. */
          before: z.boolean().nullable(),
          after: z.boolean().nullable(),
        }),
      ),
    }),
  ),
  /** Undoes one edit as a new edit. INVALID, naming the newer edit, if nothing is left to undo. */
  takeBack: method.input(z.object({ edit: editIdSchema, reason: reasonSchema })).output(
    editOutcomeSchema.extend({
      restored: z.int(),
      left: z.int(),
      inTheWay: editIdSchema.nullable(),
    }),
  ),
  author: method.output(z.object({ name: z.string() })),
  setAuthor: method
    .input(z.object({ name: z.string().trim().min(1).max(80) }))
    .output(z.object({ name: z.string() })),
};
