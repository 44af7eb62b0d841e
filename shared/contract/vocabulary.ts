import { z } from 'zod';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pageSchema,
  pathSchema,
  roleSchema,
  roundIdSchema,
  runIdSchema,
  tagIdSchema,
  tagNameSchema,
} from './base.ts';
import { roundTagSchema } from './corpus.ts';
import { impactResultSchema } from './relearning.ts';
import { roundFilterSchema } from './round-filter.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

const runInput = z.object({ run: runIdSchema.nullable().default(null) });

/** Where and when a tag was seen; a time where one of its utterances has one. */
const sightingSchema = z.object({ round: roundIdSchema, time: z.string().nullable() });

const vocabularyTagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  description: z.string(),
  /** Not offered any more; the rounds that carry it keep it. */
  archived: z.boolean(),
  /** Rounds that carry it, in all and by role. */
  rounds: z.int(),
  byRole: z.object({ user: z.int(), system: z.int() }),
  dialogues: z.int(),
  /** By the time of its utterances where one has a time, else in the order of import; null where no round carries it. */
  firstSeen: sightingSchema.nullable(),
  lastSeen: sightingSchema.nullable(),
  /** Names of the tags that were merged into it. */
  merged: z.array(z.string()),
});
export type VocabularyTag = z.infer<typeof vocabularyTagSchema>;

const vocabularySortSchema = z.enum(['name', 'rounds', 'dialogues', 'first-seen', 'last-seen']);
export type VocabularySort = z.infer<typeof vocabularySortSchema>;

/** A round in a list, with its words, its tags and where it stands. */
export const roundRowSchema = z.object({
  round: roundIdSchema,
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  /** Its index in the dialogue, from 0. */
  index: z.int(),
  role: roleSchema,
  /** The words of its utterances, at most 300 characters. */
  text: z.string(),
  tags: z.array(roundTagSchema),
});
export type RoundRow = z.infer<typeof roundRowSchema>;

/** What is done to every round that a filter lets pass. A tag to add may be new. */
const bulkChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), tag: tagNameSchema }),
  z.object({ kind: z.literal('remove'), tag: tagIdSchema }),
  z.object({ kind: z.literal('replace'), tag: tagIdSchema, by: tagNameSchema }),
]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** An edit that has not been made. */
const plannedEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rename'), tag: tagIdSchema, name: tagNameSchema }),
  z.object({ kind: z.literal('merge'), tags: z.array(tagIdSchema).min(1).max(1000), into: tagNameSchema }),
  z.object({
    kind: z.literal('split'),
    tag: tagIdSchema,
    filter: roundFilterSchema,
    name: tagNameSchema,
  }),
  z.object({ kind: z.literal('bulk'), filter: roundFilterSchema, change: bulkChangeSchema }),
  z.object({
    kind: z.literal('archive'),
    tags: z.array(tagIdSchema).min(1).max(1000),
    archived: z.boolean(),
  }),
]);
export type PlannedEdit = z.infer<typeof plannedEditSchema>;
export type PlannedEditInput = z.input<typeof plannedEditSchema>;

const bulkInput = runInput.extend({ filter: roundFilterSchema, change: bulkChangeSchema });

/** Two tags that may mean the same. */
const similarPairSchema = z.object({
  left: tagIdSchema,
  right: tagIdSchema,
  leftName: z.string(),
  rightName: z.string(),
  leftRounds: z.int(),
  rightRounds: z.int(),
  /** Words of the first rounds that carry the one, and of those that carry the other. */
  leftExamples: z.array(z.string()),
  rightExamples: z.array(z.string()),
  /** Rounds that carry both. */
  together: z.int(),
  /** 0 … 1; null where the names are not alike. */
  spelling: z.number().nullable(),
  /** 0 … 1; null where too little was seen of one, or their surroundings are not alike. */
  context: z.number().nullable(),
  /** How alike what is said with them is; 0 … 1. */
  words: z.number(),
  /** How sure it is; 0 … 1. */
  score: z.number(),
  /** Why it is suggested, as a sentence. */
  reason: z.string(),
  dismissed: z.boolean(),
});
export type SimilarPair = z.infer<typeof similarPairSchema>;

/** What an import would do to one tag of the file. */
const vocabularyImportItemSchema = z.object({
  name: z.string(),
  action: z.enum(['add', 'rename', 'merge', 'change', 'conflict']),
  /** As sentences: "new", "is described", "#x is merged into it", or what stands in the way. */
  details: z.array(z.string()),
});
const vocabularyImportSchema = z.object({
  path: z.string(),
  tags: z.int(),
  added: z.int(),
  renamed: z.int(),
  merged: z.int(),
  /** Described, archived or offered again. */
  changed: z.int(),
  conflicts: z.int(),
  /** What would be done, conflicts first; at most 1,000. */
  items: z.array(vocabularyImportItemSchema),
});
export type VocabularyImport = z.infer<typeof vocabularyImportSchema>;

export const vocabularyContract = {
  /** The vocabulary of a run, with people's decisions: tags that rounds carry, and those kept without any. */
  list: method
    .input(
      runInput.extend(pageSchema.shape).extend({
        /** Letters that the name or the description has. */
        query: z.string().max(200).default(''),
        role: roleSchema.nullable().default(null),
        archived: z.enum(['no', 'only', 'all']).default('no'),
        sort: vocabularySortSchema.default('rounds'),
        descending: z.boolean().default(true),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(vocabularyTagSchema) })),
  /** Rounds that a filter lets pass, in the order of import; a tag's examples, or a preview. */
  rounds: method
    .input(runInput.extend(pageSchema.shape).extend({ filter: roundFilterSchema }))
    .output(z.object({ total: z.int(), items: z.array(roundRowSchema) })),
  /** How many rounds a bulk edit would change, and the first of them. Nothing is changed. */
  previewBulk: method.input(bulkInput.extend({ examples: z.int().min(0).max(100).default(20) })).output(
    z.object({
      /** Rounds that the filter lets pass. */
      matching: z.int(),
      /** Those whose tags the change would touch. */
      changing: z.int(),
      /** The tag to be given exists; false: it would be new. */
      known: z.boolean(),
      examples: z.array(roundRowSchema),
    }),
  ),
  /**
   * What an edit would do to the automaton: states, transitions and held-out reach, before and after, by the
   * parameters of the latest automaton. Null where none was learned. Takes as long as learning does.
   */
  impact: method
    .input(
      runInput.extend({
        edit: plannedEditSchema,
        /** The automaton it is told of; null is the latest. */
        automaton: runIdSchema.nullable().default(null),
      }),
    )
    .output(impactResultSchema.nullable()),
  /**
   * Changes all those rounds as one edit. `expected` is the count that the person saw; where it is another by now,
   * nothing is changed and the answer is INVALID.
   */
  bulk: method
    .input(bulkInput.extend({ expected: z.int().min(0).nullable().default(null), reason: reasonSchema }))
    .output(editOutcomeSchema.extend({ rounds: z.int() })),
  /** Merges several tags into the one with this name, which may be one of them, another, or new. */
  merge: method
    .input(
      z.object({ tags: z.array(tagIdSchema).min(1).max(1000), into: tagNameSchema, reason: reasonSchema }),
    )
    .output(editOutcomeSchema),
  /** Gives the rounds of a tag that a filter lets pass another tag instead; the name must be free. */
  split: method
    .input(
      runInput.extend({
        tag: tagIdSchema,
        filter: roundFilterSchema,
        name: tagNameSchema,
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema.extend({ rounds: z.int() })),
  /** Takes tags out of what is offered and learned from, or puts them back. Rounds keep them. */
  /** What a tag means: its description, and rounds that show it, those that people gave it first. Empty for a new one. */
  card: method
    .input(runInput.extend({ name: tagNameSchema }))
    .output(z.object({ description: z.string(), examples: z.array(roundRowSchema) })),
  archive: method
    .input(
      z.object({ tags: z.array(tagIdSchema).min(1).max(1000), archived: z.boolean(), reason: reasonSchema }),
    )
    .output(editOutcomeSchema),
  describe: method
    .input(z.object({ tag: tagIdSchema, description: z.string().trim().max(2000), reason: reasonSchema }))
    .output(editOutcomeSchema),
  /** Pairs of tags that may be one, most alike first. Only suggested; `dismiss` says that a pair is not. */
  similar: method
    .input(runInput.extend({ dismissed: z.boolean().default(false) }))
    .output(z.array(similarPairSchema)),
  dismiss: method
    .input(z.object({ left: tagIdSchema, right: tagIdSchema, dismissed: z.boolean().default(true) }))
    .output(z.object({ dismissed: z.boolean() })),
  /** Writes the vocabulary to a file. A spreadsheet reads none of it as a formula. */
  export: method
    .input(exportTargetSchema.extend({ ...runInput.shape, to: z.enum(['json', 'csv']) }))
    .output(z.object({ path: z.string(), bytes: z.int(), tags: z.int() })),
  /** What importing a file would do; reads JSON and CSV as `export` writes them. */
  previewImport: method.input(z.object({ path: pathSchema })).output(vocabularyImportSchema),
  /** Does it, as one edit; tags with conflicts are left as they are. */
  import: method
    .input(z.object({ path: pathSchema, reason: reasonSchema }))
    .output(editOutcomeSchema.extend({ report: vocabularyImportSchema })),
};
