import { z } from 'zod';
import {
  editIdSchema,
  exportTargetSchema,
  localEncoderSchema,
  method,
  pageSchema,
  roleSchema,
  runIdSchema,
  tagIdSchema,
  tagNameSchema,
  turnIdSchema,
} from './base.ts';
import { startedJobSchema } from './jobs.ts';

export const taggerSchema = z.enum(['annotations', 'offline', 'moves', 'taught', 'model']);
export type TaggerName = z.infer<typeof taggerSchema>;

export const tagsAreMoves = (tagger: TaggerName): boolean => tagger === 'moves' || tagger === 'taught';

const builtInTaggerSchema = taggerSchema.exclude(['model', 'taught']);
export type BuiltInTagger = z.infer<typeof builtInTaggerSchema>;

export const movesMethodSchema = z.enum(['support', 'context', 'cues']);

export const builtInTaggingSchema = z.object({
  tagger: builtInTaggerSchema,
  /** The number of moves per role. Null chooses a number that suits the dialogues. */
  moves: z.int().min(2).max(60).nullable().default(null).meta({ none: 'auto' }),
  /** Null chooses the support tagger for English dialogues that suit it, otherwise context or cues. */
  method: movesMethodSchema.nullable().default(null).meta({ none: 'auto' }),
  /** The encoder that sentences are compared with; null is LSA, fitted on the dialogues. */
  encoder: localEncoderSchema.nullable().default(null).meta({ none: 'none' }),
});
export type BuiltInTagging = z.input<typeof builtInTaggingSchema>;

const shareSchema = z.number().min(0).max(1);
const namedMovesSchema = z.array(z.object({ name: z.string(), turns: z.int(), share: shareSchema }));

const movesSummarySchema = z.object({
  method: movesMethodSchema,
  why: z.string(),
  encoder: z.string().default(''),
  moves: z.object({ user: namedMovesSchema, system: namedMovesSchema }),
  otherShare: shareSchema,
  /** Agreement of two samples of 70 %, as an adjusted Rand index; null if it was not measured. */
  stability: z.object({
    context: z.number().nullable(),
    plain: z.number().nullable(),
    cues: z.number().nullable(),
  }),
});
export type MovesSummary = z.infer<typeof movesSummarySchema>;

export const taggingResultSchema = z.object({
  run: runIdSchema,
  utterancesTagged: z.int(),
  vocabulary: z.int(),
  warnings: z.array(z.string()),
  seconds: z.number(),
  moves: movesSummarySchema.nullable(),
});
export type TaggingResult = z.infer<typeof taggingResultSchema>;

const taggingRunSchema = z.object({
  id: runIdSchema,
  tagger: taggerSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  utterancesTagged: z.int(),
  vocabulary: z.int(),
  dialogues: z.object({ tagged: z.int(), all: z.int() }),
  params: z.record(z.string(), z.unknown()),
  /** Fingerprint of the dialogues that the run read. After an import, the project's fingerprint is different. */
  inputFingerprint: z.string(),
});
export type TaggingRun = z.infer<typeof taggingRunSchema>;

const offeredTagSchema = z.object({
  id: tagIdSchema,
  name: z.string(),
  turns: z.int(),
  roles: z.array(roleSchema),
});

/** The reason for an edit, in the person's words. */
export const reasonSchema = z.string().trim().max(1000).default('');

export const editSchema = z.object({
  id: editIdSchema,
  at: z.string(),
  author: z.string(),
  reason: z.string(),
  kind: z.string(),
  /** Text for people: "Added #refund to turn 3 of star-12". */
  description: z.string(),
  undone: z.boolean(),
});
export type Edit = z.infer<typeof editSchema>;

export const editOutcomeSchema = z.object({
  edit: editSchema.nullable(),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});
export type EditOutcome = z.infer<typeof editOutcomeSchema>;

const turnInput = z.object({ turn: turnIdSchema, run: runIdSchema.nullable().default(null) });
const turnEdit = turnInput.extend({ reason: reasonSchema });

export const taggingContract = {
  taggers: method.output(
    z.array(
      z.object({
        name: taggerSchema,
        title: z.string(),
        description: z.string(),
        unavailable: z.string().nullable(),
      }),
    ),
  ),
  /** Tags with one of the built-in taggers. For the model tagger, see `modelTagging`. */
  run: method.input(builtInTaggingSchema).output(startedJobSchema),
  runs: method.output(z.array(taggingRunSchema)),
  export: method
    .input(exportTargetSchema.extend({ run: runIdSchema.nullable().default(null) }))
    .output(z.object({ path: z.string(), bytes: z.int(), turns: z.int() })),
  /**
   * Returns tags, most frequent first, without archived ones.
   * If none matches the query, `nearest` has up to three with a similar spelling.
   */
  vocabulary: method
    .input(
      pageSchema.extend({
        run: runIdSchema.nullable().default(null),
        query: z.string().max(200).default(''),
      }),
    )
    .output(
      z.object({
        total: z.int(),
        items: z.array(offeredTagSchema),
        nearest: z.array(offeredTagSchema),
      }),
    ),
  addTag: method.input(turnEdit.extend({ tag: tagNameSchema })).output(editOutcomeSchema),
  removeTag: method.input(turnEdit.extend({ tag: tagIdSchema })).output(editOutcomeSchema),
  replaceTag: method
    .input(turnEdit.extend({ tag: tagIdSchema, by: tagNameSchema }))
    .output(editOutcomeSchema),
  /** Renames a tag everywhere. If the name is taken, `merge` merges the two tags; without it, INVALID. */
  renameTag: method
    .input(
      z.object({
        tag: tagIdSchema,
        name: tagNameSchema,
        merge: z.boolean().default(false),
        reason: reasonSchema,
      }),
    )
    .output(editOutcomeSchema),
  undo: method.output(editOutcomeSchema),
  redo: method.output(editOutcomeSchema),
  history: method.input(pageSchema).output(
    z.object({
      total: z.int(),
      items: z.array(editSchema),
      undo: z.string().nullable(),
      redo: z.string().nullable(),
    }),
  ),
};
