import { z } from 'zod';
import { tagQualitySchema } from '../domain/figures.ts';
import {
  dialogueIdSchema,
  editIdSchema,
  likenessSchema,
  method,
  pageSchema,
  roleSchema,
  runIdSchema,
  tagIdSchema,
  tagNameSchema,
  turnIdSchema,
  utteranceIdSchema,
  writtenSchema,
} from './base.ts';
import { turnTagSchema, visitSchema } from './corpus.ts';
import { editOutcomeSchema } from './tagging.ts';
import { ALL_TURNS, turnFilterSchema } from './turn-filter.ts';

const pinnedTagSchema = z.object({
  /** 1 … 9 */
  key: z.int(),
  tag: tagIdSchema,
  name: z.string(),
});
export type PinnedTag = z.infer<typeof pinnedTagSchema>;

export const notesContract = {
  pins: method.output(z.array(pinnedTagSchema)),
  /** Pins a tag, possibly a new one, to a key and replaces the tag there. Null frees the key. */
  pin: method
    .input(z.object({ key: z.int().min(1).max(9), tag: tagNameSchema.nullable() }))
    .output(editOutcomeSchema),
  guidelines: method.output(writtenSchema.nullable()),
  setGuidelines: method.input(z.object({ text: z.string().max(100_000) })).output(editOutcomeSchema),
  comment: method
    .input(z.object({ turn: turnIdSchema, text: z.string().trim().max(4000) }))
    .output(editOutcomeSchema),
};

export const sideSchema = z.discriminatedUnion('kind', [
  /** The tags of a tagging run, without people's decisions. */
  z.object({ kind: z.literal('run'), run: runIdSchema }),
  /** A run's tags with people's decisions, only on turns that people reviewed. */
  z.object({ kind: z.literal('people'), run: runIdSchema }),
  /** Another person's export, on the turns that it covers. */
  z.object({ kind: z.literal('file'), file: z.int().positive() }),
]);
export type Side = z.infer<typeof sideSchema>;

const reviewOrderSchema = z.enum([
  /** All turns in dialogue order, unchecked ones first. */
  'unchecked',
  'disagreement',
  'rare',
  /** First come turns that the run is unsure of and other runs tag differently. Ties go to the more common tags. */
  'uncertain',
  'support',
  'machine-flags',
  'people-flags',
  /** Random order by a seed. The turns reviewed so far are a random sample. */
  'sample',
]);
export type ReviewOrder = z.infer<typeof reviewOrderSchema>;

const openReviewSchema = z.object({
  order: reviewOrderSchema,
  /** The tagging run to review; null means the current one. */
  run: runIdSchema.nullable().default(null),
  left: sideSchema.nullable().default(null),
  right: sideSchema.nullable().default(null),
  /** For the order `support`. Null means the latest automaton. */
  automaton: runIdSchema.nullable().default(null),
  seed: z.int().default(1),
  filter: turnFilterSchema.default(ALL_TURNS),
  /** True to include checked or settled turns. Only `unchecked`, `people-flags` and `sample` include these anyway. */
  includeChecked: z.boolean().default(false),
});
export type OpenReview = z.infer<typeof openReviewSchema>;

const queueIdSchema = z.int().positive();

export const reviewQueueSchema = z.object({
  id: queueIdSchema,
  order: reviewOrderSchema,
  run: runIdSchema,
  tagger: z.string(),
  left: sideSchema.nullable(),
  right: sideSchema.nullable(),
  automaton: runIdSchema.nullable(),
  seed: z.int(),
  filter: turnFilterSchema,
  createdAt: z.string(),
  total: z.int(),
  position: z.int(),
  /** The number of turns passed. Passed turns that are not checked were skipped. */
  reached: z.int(),
  /** Checked turns of the queue. If the queue compares two sides, settled disagreements. */
  decided: z.int(),
  flagged: z.int(),
  today: z.int(),
});
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

const contextTurnSchema = z.object({
  id: turnIdSchema,
  index: z.int(),
  role: roleSchema,
  utterances: z.array(z.object({ id: utteranceIdSchema, speaker: z.string(), text: z.string() })),
  tags: z.array(z.string()),
});
export type ContextTurn = z.infer<typeof contextTurnSchema>;

const suggestionSchema = z.object({
  name: z.string(),
  /** `other`: the other side has the tag. `follows`: the tag follows the previous ones. */
  reason: z.enum(['other', 'follows', 'recent', 'frequent']),
});
export type TagSuggestionOfTurn = z.infer<typeof suggestionSchema>;

const markSchema = z.object({ note: z.string(), at: z.string(), author: z.string() });

const reviewItemSchema = z.object({
  queue: queueIdSchema,
  index: z.int(),
  total: z.int(),
  dialogue: z.object({
    id: dialogueIdSchema,
    externalId: z.string(),
    source: z.string(),
    domains: z.array(z.string()),
    turns: z.int(),
  }),
  turn: contextTurnSchema.omit({ tags: true }),
  before: z.array(contextTurnSchema),
  after: z.array(contextTurnSchema),
  tags: z.array(turnTagSchema),
  removedTags: z.array(turnTagSchema),
  suggestions: z.array(suggestionSchema),
  checked: markSchema.nullable(),
  flagged: markSchema.nullable(),
  comment: writtenSchema.nullable(),
  /** True if the turn is checked, but a tagger has added tags since then that no person has seen. */
  changedSince: z.boolean(),
  machineFlag: z.string().nullable(),
  why: z.string(),
  sides: z
    .object({
      left: z.object({ title: z.string(), tags: z.array(z.string()) }),
      right: z.object({ title: z.string(), tags: z.array(z.string()) }),
    })
    .nullable(),
  settled: z.boolean(),
  /** The states that the turn leads to in the requested automaton, each with |I(q)|. */
  visits: z.array(visitSchema.extend({ support: z.int() })),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

const reviewRowSchema = z.object({
  index: z.int(),
  turn: turnIdSchema,
  externalId: z.string(),
  turnIndex: z.int(),
  role: roleSchema,
  excerpt: z.string(),
  tags: z.array(z.string()),
  /** If the queue compares two sides, `settled` replaces `checked`. */
  state: z.enum(['open', 'skipped', 'checked', 'settled', 'flagged']),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

export type TagQualityFigures = z.infer<typeof tagQualitySchema>;

export const placedTurnSchema = z.object({
  turn: turnIdSchema,
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  index: z.int(),
  text: z.string(),
});

const nearestTagSchema = z.object({
  name: z.string(),
  share: z.number(),
  example: placedTurnSchema,
});
export type NearestTag = z.infer<typeof nearestTagSchema>;

/** A turn with a similar message in other words, and the cosine of the two vectors. */
const nearAlikeSchema = placedTurnSchema.extend({ share: z.number().nullable() });
export type NearAlike = z.infer<typeof nearAlikeSchema>;

const adjudicationSchema = z.object({
  /** Turns on which the sides differ or differed, and turns that were decided between the sides. */
  turns: z.int(),
  settled: z.int(),
  tags: z.array(z.object({ name: z.string(), turns: z.int(), settled: z.int() })),
});
export type Adjudication = z.infer<typeof adjudicationSchema>;

const certaintySchema = z.object({
  confidences: z.boolean(),
  others: z.array(runIdSchema),
});
export type Certainty = z.infer<typeof certaintySchema>;

const turnOfQueue = z.object({ queue: queueIdSchema, turn: turnIdSchema });

export const reviewContract = {
  /** Creates a queue and stores it. The project keeps the newest twenty. */
  open: method.input(openReviewSchema).output(reviewQueueSchema),
  certainty: method.input(z.object({ run: runIdSchema.nullable().default(null) })).output(certaintySchema),
  queues: method.output(z.array(reviewQueueSchema.omit({ decided: true, flagged: true, today: true }))),
  queue: method.input(z.object({ queue: queueIdSchema })).output(reviewQueueSchema),
  /** Returns one turn in its context. NOT_FOUND if the queue is shorter or the turn was deleted. */
  item: method
    .input(
      z.object({
        queue: queueIdSchema,
        index: z.int().min(0),
        automaton: runIdSchema.nullable().default(null),
      }),
    )
    .output(reviewItemSchema),
  rows: method
    .input(pageSchema.extend({ queue: queueIdSchema }))
    .output(z.object({ total: z.int(), items: z.array(reviewRowSchema) })),
  move: method
    .input(z.object({ queue: queueIdSchema, index: z.int().min(0) }))
    .output(z.object({ position: z.int(), reached: z.int() })),
  /** Confirms a turn: its tags become a person's tags, and no rerun removes them. */
  check: method.input(turnOfQueue).output(editOutcomeSchema),
  /** Removes all machine tags from a turn and checks it; tags that people gave stay. */
  reject: method.input(turnOfQueue).output(editOutcomeSchema),
  /** Gives a turn exactly these tags and checks it. */
  setTags: method
    .input(turnOfQueue.extend({ tags: z.array(tagNameSchema).max(100) }))
    .output(editOutcomeSchema),
  /**
   * `words`: other turns of the queue with the same role and words. `open`: those also unchecked with the same tags.
   */
  alike: method.input(turnOfQueue).output(z.object({ words: z.int(), open: z.int() })),
  near: method
    .input(turnOfQueue.extend({ by: likenessSchema.exclude(['words']) }))
    .output(z.array(nearAlikeSchema)),
  /** Returns tags that people gave to the nearest turns of the same role, except those that this turn has. */
  nearest: method
    .input(turnOfQueue.extend({ by: likenessSchema.default('words') }))
    .output(z.array(nearestTagSchema)),
  /** Checks a turn. As one edit, also settles open turns with the same words and those in `also`. */
  settleAlike: method
    .input(turnOfQueue.extend({ also: z.array(turnIdSchema).max(100).default([]) }))
    .output(editOutcomeSchema),
  flag: method
    .input(turnOfQueue.extend({ note: z.string().trim().max(1000).default('') }))
    .output(editOutcomeSchema),
  /** Flags the first turn of each dialogue for review, in the given run. One edit. */
  flagDialogues: method
    .input(
      z.object({
        dialogues: z.array(dialogueIdSchema).min(1).max(10_000),
        run: runIdSchema.nullable().default(null),
        note: z.string().trim().max(1000).default(''),
      }),
    )
    .output(editOutcomeSchema),
  unmark: method
    .input(turnOfQueue.extend({ mark: z.enum(['checked', 'flagged']) }))
    .output(editOutcomeSchema),
  /** Returns the queue position of an edit's turn; null if none of its turns is in the queue. */
  placeOf: method
    .input(z.object({ queue: queueIdSchema, edit: editIdSchema }))
    .output(z.object({ index: z.int().nullable() })),
  adjudication: method.input(z.object({ queue: queueIdSchema })).output(adjudicationSchema.nullable()),
  /** Returns the accuracy on the checked turns. A random sample estimates the corpus (docs/reference/figures.md). */
  quality: method.input(z.object({ queue: queueIdSchema })).output(
    z.object({
      origin: z.string(),
      sample: z.boolean(),
      all: tagQualitySchema,
      roles: z.array(tagQualitySchema.extend({ role: roleSchema })),
      added: z.int(),
    }),
  ),
};
