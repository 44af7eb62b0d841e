import { z } from 'zod';
import {
  dialogueIdSchema,
  editIdSchema,
  likenessSchema,
  method,
  pageSchema,
  roleSchema,
  roundIdSchema,
  runIdSchema,
  tagNameSchema,
  utteranceIdSchema,
  writtenSchema,
} from './base.ts';
import { roundTagSchema, visitSchema } from './corpus.ts';
import { ALL_ROUNDS, roundFilterSchema } from './round-filter.ts';
import { editOutcomeSchema } from './tagging.ts';

/** Whose tags of the same rounds are laid side by side. */
export const sideSchema = z.discriminatedUnion('kind', [
  /** What a tagging run said, untouched. */
  z.object({ kind: z.literal('run'), run: runIdSchema }),
  /** A run's tags as people left them, on the rounds that people looked at. */
  z.object({ kind: z.literal('people'), run: runIdSchema }),
  /** Another person's export, on the rounds it speaks of. */
  z.object({ kind: z.literal('file'), file: z.int().positive() }),
]);
export type Side = z.infer<typeof sideSchema>;

const reviewOrderSchema = z.enum([
  /** In the order of the corpus, what nobody has checked first. */
  'unchecked',
  /** Where two sides differ, the least alike first. */
  'disagreement',
  /** The rarest tags first. */
  'rare',
  /** What the run is least sure of and other runs tag otherwise; of equals first what decides most rounds alike. */
  'uncertain',
  /** Rounds at the states that most dialogues go through. */
  'support',
  /** What a tagger wants a person to look at. */
  'machine-flags',
  /** What people flagged. */
  'people-flags',
  /** At random by a seed; the rounds gone through are a random sample. */
  'sample',
]);
export type ReviewOrder = z.infer<typeof reviewOrderSchema>;

const openReviewSchema = z.object({
  order: reviewOrderSchema,
  /** The tagging run whose tags are reviewed; null is the one in force. */
  run: runIdSchema.nullable().default(null),
  /** For `disagreement`: the sides. Left is the run where null, right the latest run of another tagger. */
  left: sideSchema.nullable().default(null),
  right: sideSchema.nullable().default(null),
  /** For `support`; null is the latest. */
  automaton: runIdSchema.nullable().default(null),
  seed: z.int().default(1),
  /** Only these rounds; tags are meant as the run has them with people's decisions. */
  filter: roundFilterSchema.default(ALL_ROUNDS),
  /**
   * Orders other than `unchecked`, `people-flags` and `sample` leave out what is checked already, unless asked;
   * `disagreement` leaves out what is settled.
   */
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
  filter: roundFilterSchema,
  createdAt: z.string(),
  /** Rounds in it. */
  total: z.int(),
  /** Where the person is, 0 … total − 1. */
  position: z.int(),
  /** Rounds gone past; what lies before it and is not checked was skipped. */
  reached: z.int(),
  /** Of its rounds, those that are checked; where it compares two sides, those whose disagreement is settled. */
  decided: z.int(),
  flagged: z.int(),
  /** Rounds checked today, in this queue or elsewhere. */
  today: z.int(),
});
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

const contextRoundSchema = z.object({
  id: roundIdSchema,
  index: z.int(),
  role: roleSchema,
  utterances: z.array(z.object({ id: utteranceIdSchema, speaker: z.string(), text: z.string() })),
  tags: z.array(z.string()),
});
export type ContextRound = z.infer<typeof contextRoundSchema>;

const suggestionSchema = z.object({
  name: z.string(),
  /** Why it is offered: the other side says it, it follows the tags before, was used lately, or is frequent. */
  reason: z.enum(['other', 'follows', 'recent', 'frequent']),
});
export type TagSuggestionOfRound = z.infer<typeof suggestionSchema>;

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
    rounds: z.int(),
  }),
  round: contextRoundSchema.omit({ tags: true }),
  before: z.array(contextRoundSchema),
  after: z.array(contextRoundSchema),
  tags: z.array(roundTagSchema),
  removedTags: z.array(roundTagSchema),
  suggestions: z.array(suggestionSchema),
  checked: markSchema.nullable(),
  flagged: markSchema.nullable(),
  comment: writtenSchema.nullable(),
  /** Checked, but a tagger has added tags since that no person has seen. */
  changedSince: z.boolean(),
  /** Why a tagger wants a person to look at it. */
  machineFlag: z.string().nullable(),
  /** Why it stands where it does in the queue. */
  why: z.string(),
  /** What the two sides say, where the queue compares two. */
  sides: z
    .object({
      left: z.object({ title: z.string(), tags: z.array(z.string()) }),
      right: z.object({ title: z.string(), tags: z.array(z.string()) }),
    })
    .nullable(),
  /** The disagreement of the two sides was decided where both were shown. */
  settled: z.boolean(),
  /** Where the round leads in the asked automaton, with |I(q)|. */
  visits: z.array(visitSchema.extend({ support: z.int() })),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

const reviewRowSchema = z.object({
  index: z.int(),
  round: roundIdSchema,
  externalId: z.string(),
  roundIndex: z.int(),
  role: roleSchema,
  excerpt: z.string(),
  tags: z.array(z.string()),
  /** `settled` takes the place of `checked` where the queue compares two sides. */
  state: z.enum(['open', 'skipped', 'checked', 'settled', 'flagged']),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

/** A share with Wilson's 95 % interval. */
const shareEstimateSchema = z.object({
  successes: z.int(),
  trials: z.int(),
  share: z.number().nullable(),
  low: z.number(),
  high: z.number(),
});

const tagQualitySchema = z.object({
  rounds: shareEstimateSchema,
  precision: shareEstimateSchema,
  recall: shareEstimateSchema,
});
export type TagQualityFigures = z.infer<typeof tagQualitySchema>;

const placedRoundSchema = z.object({
  round: roundIdSchema,
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  /** From 0. */
  index: z.int(),
  text: z.string(),
});

const nearestTagSchema = z.object({
  name: z.string(),
  /** How near the example is: about 1 for the same words, or the cosine of the two vectors. */
  share: z.number(),
  /** The nearest round that a person gave the tag. */
  example: placedRoundSchema,
});
export type NearestTag = z.infer<typeof nearestTagSchema>;

/** A round that says much the same in other words; with the cosine of the two vectors. */
const nearAlikeSchema = placedRoundSchema.extend({ share: z.number().nullable() });
export type NearAlike = z.infer<typeof nearAlikeSchema>;

const adjudicationSchema = z.object({
  /** Rounds that the sides differ on or differed on, and those of them that were decided between the sides. */
  rounds: z.int(),
  settled: z.int(),
  /** The same by each tag that one side alone gives, those with most left first. */
  tags: z.array(z.object({ name: z.string(), rounds: z.int(), settled: z.int() })),
});
export type Adjudication = z.infer<typeof adjudicationSchema>;

const certaintySchema = z.object({
  /** The run says how sure it is of its tags. */
  confidences: z.boolean(),
  /** Other runs that know at least half of its tags, newest first. */
  others: z.array(runIdSchema),
});
export type Certainty = z.infer<typeof certaintySchema>;

const roundOfQueue = z.object({ queue: queueIdSchema, round: roundIdSchema });

export const reviewContract = {
  /** Makes a queue and keeps it in the project; the newest twenty are kept. */
  open: method.input(openReviewSchema).output(reviewQueueSchema),
  /** What the order `uncertain` goes by for a run (null is the one in force). */
  certainty: method.input(z.object({ run: runIdSchema.nullable().default(null) })).output(certaintySchema),
  /** The kept queues, newest first. */
  queues: method.output(z.array(reviewQueueSchema.omit({ decided: true, flagged: true, today: true }))),
  queue: method.input(z.object({ queue: queueIdSchema })).output(reviewQueueSchema),
  /** Forgets a queue; what was decided in it stays. */
  close: method.input(z.object({ queue: queueIdSchema })).output(z.object({ closed: z.boolean() })),
  /** One round in context; NOT_FOUND where the queue is not that long or the round is gone. */
  item: method
    .input(
      z.object({
        queue: queueIdSchema,
        index: z.int().min(0),
        automaton: runIdSchema.nullable().default(null),
      }),
    )
    .output(reviewItemSchema),
  /** The queue as a list. */
  rows: method
    .input(pageSchema.extend({ queue: queueIdSchema }))
    .output(z.object({ total: z.int(), items: z.array(reviewRowSchema) })),
  /** Remembers where the person is. */
  move: method
    .input(z.object({ queue: queueIdSchema, index: z.int().min(0) }))
    .output(z.object({ position: z.int(), reached: z.int() })),
  /** Checks a round as it stands: its tags become people's, and no rerun takes them away. */
  check: method.input(roundOfQueue).output(editOutcomeSchema),
  /** Takes all machine tags off a round and checks it; tags that people gave stay. */
  reject: method.input(roundOfQueue).output(editOutcomeSchema),
  /** Gives a round exactly these tags and checks it. */
  setTags: method
    .input(roundOfQueue.extend({ tags: z.array(tagNameSchema).max(100) }))
    .output(editOutcomeSchema),
  /**
   * Rounds of the queue's filter in which the same role says the same words (`words`), and those of them that nobody has
   * checked and that have the round's tags, as they stand or as the run gave them (`open`).
   */
  alike: method.input(roundOfQueue).output(z.object({ words: z.int(), open: z.int() })),
  /** Up to ten others that are open likewise and say much the same in other words, nearest first by an encoder. */
  near: method
    .input(roundOfQueue.extend({ by: likenessSchema.exclude(['words']) }))
    .output(z.array(nearAlikeSchema)),
  /** Tags that people gave the rounds nearest to this one, of the same role, and that it does not have. */
  nearest: method
    .input(roundOfQueue.extend({ by: likenessSchema.default('words') }))
    .output(z.array(nearestTagSchema)),
  /**
   * Checks a round as it stands, and gives the open ones with the same words, and those of `also` that are open, the same
   * tags and the check mark: one edit.
   */
  settleAlike: method
    .input(roundOfQueue.extend({ also: z.array(roundIdSchema).max(100).default([]) }))
    .output(editOutcomeSchema),
  /** Asks for somebody to look at a round, with a note; or changes the note. */
  flag: method
    .input(roundOfQueue.extend({ note: z.string().trim().max(1000).default('') }))
    .output(editOutcomeSchema),
  /** Asks for somebody to look at dialogues: flags the first round of each, in the run's tags. One edit. */
  flagDialogues: method
    .input(
      z.object({
        dialogues: z.array(dialogueIdSchema).min(1).max(10_000),
        run: runIdSchema.nullable().default(null),
        note: z.string().trim().max(1000).default(''),
      }),
    )
    .output(editOutcomeSchema),
  /** Takes a mark off. */
  unmark: method
    .input(roundOfQueue.extend({ mark: z.enum(['checked', 'flagged']) }))
    .output(editOutcomeSchema),
  /** Where in the queue the round stands that an edit was about; null where none of its rounds is in it. */
  placeOf: method
    .input(z.object({ queue: queueIdSchema, edit: editIdSchema }))
    .output(z.object({ index: z.int().nullable() })),
  /** How far people are with the rounds that a queue's two sides differ on; null where it compares none. */
  adjudication: method.input(z.object({ queue: queueIdSchema })).output(adjudicationSchema.nullable()),
  /**
   * How right the run's tags were on the checked rounds of a queue, in all and by the role that speaks. For a random
   * sample it is an estimate for the corpus (see docs/reference/figures.md).
   */
  quality: method.input(z.object({ queue: queueIdSchema })).output(
    z.object({
      /** Whose tags are judged. */
      origin: z.string(),
      /** True where the rounds are a random sample. */
      sample: z.boolean(),
      all: tagQualitySchema,
      roles: z.array(tagQualitySchema.extend({ role: roleSchema })),
      /** Of the tags that stand on checked rounds, those that people gave and the tagger did not. */
      added: z.int(),
    }),
  ),
};
