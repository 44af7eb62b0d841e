import { z } from 'zod';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pageSchema,
  pathSchema,
  roleSchema,
  runIdSchema,
  tagIdSchema,
  tagNameSchema,
  turnIdSchema,
} from './base.ts';
import { turnTagSchema } from './corpus.ts';
import { impactResultSchema } from './relearning.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';
import { turnFilterSchema } from './turn-filter.ts';

const runInput = z.object({ run: runIdSchema.nullable().default(null) });

const sightingSchema = z.object({ turn: turnIdSchema, time: z.string().nullable() });

const vocabularyTagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  description: z.string(),
  /** Archived tags are not offered; turns keep them. */
  archived: z.boolean(),
  /** The number of turns with the tag, overall and by role. */
  turns: z.int(),
  byRole: z.object({ user: z.int(), system: z.int() }),
  dialogues: z.int(),
  /** By message time; by import order if there are no times. Null if no turn has the tag. */
  firstSeen: sightingSchema.nullable(),
  lastSeen: sightingSchema.nullable(),
  merged: z.array(z.string()),
});
export type VocabularyTag = z.infer<typeof vocabularyTagSchema>;

const vocabularySortSchema = z.enum(['name', 'turns', 'dialogues', 'first-seen', 'last-seen']);
export type VocabularySort = z.infer<typeof vocabularySortSchema>;

export const turnRowSchema = z.object({
  turn: turnIdSchema,
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  index: z.int(),
  role: roleSchema,
  /** The text of the turn's messages, at most 300 characters. */
  text: z.string(),
  tags: z.array(turnTagSchema),
});
export type TurnRow = z.infer<typeof turnRowSchema>;

/** The change to every turn that passes a filter. A tag to add may be new. */
const bulkChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), tag: tagNameSchema }),
  z.object({ kind: z.literal('remove'), tag: tagIdSchema }),
  z.object({ kind: z.literal('replace'), tag: tagIdSchema, by: tagNameSchema }),
]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

const plannedEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rename'), tag: tagIdSchema, name: tagNameSchema }),
  z.object({ kind: z.literal('merge'), tags: z.array(tagIdSchema).min(1).max(1000), into: tagNameSchema }),
  z.object({
    kind: z.literal('split'),
    tag: tagIdSchema,
    filter: turnFilterSchema,
    name: tagNameSchema,
  }),
  z.object({ kind: z.literal('bulk'), filter: turnFilterSchema, change: bulkChangeSchema }),
  z.object({
    kind: z.literal('archive'),
    tags: z.array(tagIdSchema).min(1).max(1000),
    archived: z.boolean(),
  }),
]);
export type PlannedEdit = z.infer<typeof plannedEditSchema>;
export type PlannedEditInput = z.input<typeof plannedEditSchema>;

const bulkInput = runInput.extend({ filter: turnFilterSchema, change: bulkChangeSchema });

const similarPairSchema = z.object({
  left: tagIdSchema,
  right: tagIdSchema,
  leftName: z.string(),
  rightName: z.string(),
  leftTurns: z.int(),
  rightTurns: z.int(),
  leftExamples: z.array(z.string()),
  rightExamples: z.array(z.string()),
  together: z.int(),
  /** 0 … 1; null if the names are not similar. */
  spelling: z.number().nullable(),
  /** 0 … 1; null if one tag is too rare, or if their surroundings are not similar. */
  context: z.number().nullable(),
  /** Similarity of the words in their turns, 0 … 1. */
  words: z.number(),
  /** Confidence of the suggestion, 0 … 1. */
  score: z.number(),
  reason: z.string(),
  dismissed: z.boolean(),
});
export type SimilarPair = z.infer<typeof similarPairSchema>;

const vocabularyImportItemSchema = z.object({
  name: z.string(),
  action: z.enum(['add', 'rename', 'merge', 'change', 'conflict']),
  /** Sentences such as "New.", "Described." or "#x merged into it.", or the conflict. */
  details: z.array(z.string()),
});
const vocabularyImportSchema = z.object({
  path: z.string(),
  tags: z.int(),
  added: z.int(),
  renamed: z.int(),
  merged: z.int(),
  changed: z.int(),
  conflicts: z.int(),
  items: z.array(vocabularyImportItemSchema),
});
export type VocabularyImport = z.infer<typeof vocabularyImportSchema>;

export const vocabularyContract = {
  list: method
    .input(
      runInput.extend(pageSchema.shape).extend({
        query: z.string().max(200).default(''),
        role: roleSchema.nullable().default(null),
        archived: z.enum(['no', 'only', 'all']).default('no'),
        sort: vocabularySortSchema.default('turns'),
        descending: z.boolean().default(true),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(vocabularyTagSchema) })),
  turns: method
    .input(runInput.extend(pageSchema.shape).extend({ filter: turnFilterSchema }))
    .output(z.object({ total: z.int(), items: z.array(turnRowSchema) })),
  /** Counts the turns that a bulk edit would change and returns the first ones. Changes nothing. */
  previewBulk: method.input(bulkInput.extend({ examples: z.int().min(0).max(100).default(20) })).output(
    z.object({
      matching: z.int(),
      changing: z.int(),
      known: z.boolean(),
      examples: z.array(turnRowSchema),
    }),
  ),
  /**
   * Returns the effect of an edit with the latest automaton's settings; null without an automaton.
   * Takes as long as learning.
   */
  impact: method
    .input(
      runInput.extend({
        edit: plannedEditSchema,
        automaton: runIdSchema.nullable().default(null),
      }),
    )
    .output(impactResultSchema.nullable()),
  /** Changes all matching turns as one edit. INVALID if the number of turns is not `expected`. */
  bulk: method
    .input(bulkInput.extend({ expected: z.int().min(0).nullable().default(null), reason: reasonSchema }))
    .output(editOutcomeSchema.extend({ turns: z.int() })),
  merge: method
    .input(
      z.object({ tags: z.array(tagIdSchema).min(1).max(1000), into: tagNameSchema, reason: reasonSchema }),
    )
    .output(editOutcomeSchema),
  /** Moves those turns of a tag that pass a filter to a new tag. The name must be free. */
  split: method
    .input(
      runInput.extend({
        tag: tagIdSchema,
        filter: turnFilterSchema,
        name: tagNameSchema,
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema.extend({ turns: z.int() })),
  card: method
    .input(runInput.extend({ name: tagNameSchema }))
    .output(z.object({ description: z.string(), examples: z.array(turnRowSchema) })),
  /** Archives or restores tags. Archived tags are not offered and not learned from, but turns keep them. */
  archive: method
    .input(
      z.object({ tags: z.array(tagIdSchema).min(1).max(1000), archived: z.boolean(), reason: reasonSchema }),
    )
    .output(editOutcomeSchema),
  describe: method
    .input(z.object({ tag: tagIdSchema, description: z.string().trim().max(2000), reason: reasonSchema }))
    .output(editOutcomeSchema),
  /** Returns pairs of tags that may mean the same, most similar first. `dismiss` hides a pair. */
  similar: method
    .input(runInput.extend({ dismissed: z.boolean().default(false) }))
    .output(z.array(similarPairSchema)),
  dismiss: method
    .input(z.object({ left: tagIdSchema, right: tagIdSchema, dismissed: z.boolean().default(true) }))
    .output(z.object({ dismissed: z.boolean() })),
  /** Writes the vocabulary to a file. Cells are escaped, so that a spreadsheet does not run them as formulas. */
  export: method
    .input(exportTargetSchema.extend({ ...runInput.shape, to: z.enum(['json', 'csv']) }))
    .output(z.object({ path: z.string(), bytes: z.int(), tags: z.int() })),
  /** Returns what importing a file would change. Reads JSON and CSV as written by `export`. */
  previewImport: method.input(z.object({ path: pathSchema })).output(vocabularyImportSchema),
  import: method
    .input(z.object({ path: pathSchema, reason: reasonSchema }))
    .output(editOutcomeSchema.extend({ report: vocabularyImportSchema })),
};
