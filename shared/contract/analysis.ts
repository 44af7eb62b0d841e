import { z } from 'zod';
import { dialogueIdSchema, method, pageSchema, roleSchema, runIdSchema } from './base.ts';
import { columnSchema, type Unpacked, unpacked } from './columns.ts';
import { dialogueRowSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';

/** Which dialogues are looked at, by whose tags. */
const subjectSchema = z.object({
  /** The tagging run; null is the one in force. */
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
});

export const stepSchema = z.object({
  role: roleSchema,
  tag: z.string(),
  /** Done more than once in a row, where repetitions are folded. */
  repeated: z.boolean().default(false),
});
export type VariantStep = z.infer<typeof stepSchema>;

const variantsInputSchema = subjectSchema.extend({
  /** Repetitions in a row count as one step. */
  fold: z.boolean().default(true),
});

const variantSchema = z.object({
  steps: z.array(stepSchema),
  dialogues: z.int(),
  /** Of the dialogues looked at, 0 … 1. */
  share: z.number(),
  /** Share of this one and all commoner ones. */
  cumulative: z.number(),
  /** From the first utterance to the last; null where no times are known. */
  medianMinutes: z.number().nullable(),
  /** The commonest value of the field `outcome` among its dialogues, and how many have it; null where none has one. */
  outcome: z.object({ value: z.string(), dialogues: z.int() }).nullable(),
  /** The first dialogue that has it. */
  example: dialogueIdSchema,
  /** Dialogues with variants that are not listed and are nearest to this one. */
  alike: z.int(),
});
export type VariantRow = z.infer<typeof variantSchema>;

export const moveSchema = z.object({ role: roleSchema, tag: z.string() });

/** Something that a dialogue does or does not; `follows` has the move that directly follows as well. */
export const patternSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['does', 'starts', 'ends', 'repeats']), move: moveSchema }),
  z.object({ kind: z.literal('follows'), move: moveSchema, next: moveSchema }),
]);
export type MovePattern = z.infer<typeof patternSchema>;

const differenceSchema = z.object({
  pattern: patternSchema,
  /** Dialogues of either side that do it. */
  left: z.int(),
  right: z.int(),
  /** Share of the left side less that of the right, with its 95 % interval. */
  difference: z.number(),
  lower: z.number(),
  upper: z.number(),
  /** Share of false finds among this and all clearer ones, at most. */
  q: z.number(),
});
export type GroupDifference = z.infer<typeof differenceSchema>;

export const waitsSchema = z.enum(['customer', 'agent', 'both']);

const placeColumns = {
  /** Distinct ones that come by. */
  dialogues: columnSchema,
  visits: columnSchema,
  /** Seconds from the words of one round to those of the next. */
  median: columnSchema,
  p90: columnSchema,
  total: columnSchema,
  /** Share of the dialogues with a good outcome. */
  good: columnSchema,
  /** Mean of the number that was asked for. */
  mean: columnSchema,
  /** Of the dialogues that come by: those that are abandoned, here or later. */
  dropped: columnSchema,
  /** Mean rounds of the dialogues that come by, and the median of their seconds. */
  rounds: columnSchema,
  duration: columnSchema,
};

const packedFiguresSchema = z.object({
  automaton: runIdSchema,
  /** Those that were asked for and that the automaton knows. */
  dialogues: z.int(),
  /** Whether any round has a time. */
  timed: z.boolean(),
  /** By number of the state; those that end there, and those of them that are abandoned. */
  states: z.object({ ...placeColumns, ends: columnSchema, dropOffs: columnSchema }),
  /** From one state to another, whatever the tags; the share of all that leave the state. */
  ways: z.object({ ...placeColumns, from: columnSchema, to: columnSchema, exits: columnSchema }),
});
export type PackedFigures = z.infer<typeof packedFiguresSchema>;

type StateFigures = Unpacked<PackedFigures['states']>;
type WayFigures = Unpacked<PackedFigures['ways']>;
export interface MapFigures extends Omit<PackedFigures, 'states' | 'ways'> {
  readonly states: StateFigures;
  readonly ways: WayFigures;
}

/** The figures with their columns as numbers; NaN where nothing was measured. */
export const readFigures = ({ states, ways, ...figures }: PackedFigures): MapFigures => ({
  ...figures,
  states: unpacked(states),
  ways: unpacked(ways),
});

const replayedWaySchema = z.object({
  dialogue: dialogueIdSchema,
  /** Visit by visit, from the start on, which is not among them. */
  states: z.array(z.int()),
  /** Seconds from the dialogue's first known time to the round of each visit; null where no time is known. */
  seconds: z.array(z.number().nullable()),
});
export type ReplayedWay = z.infer<typeof replayedWaySchema>;

export const analysisContract = {
  /** What is counted and timed at the states and ways of an automaton, for the dialogues that pass a filter. */
  figures: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        where: whereSchema,
        /** Which dialogues went well; empty where nobody says. */
        good: whereSchema,
        /** Which waits are timed: customers wait for an answer, agents for a reply. */
        waits: waitsSchema.default('customer'),
        /** A field with numbers, e.g. a cost or a rating. */
        number: z.string().max(200).nullable().default(null),
      }),
    )
    .output(packedFiguresSchema),
  /** The ways of many dialogues through an automaton, to be replayed together. */
  ways: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        where: whereSchema,
        /** Only the dialogues of this variant. */
        variant: z
          .object({
            run: subjectSchema.shape.run,
            fold: variantsInputSchema.shape.fold,
            steps: z.array(stepSchema).min(1).max(10_000),
          })
          .nullable()
          .default(null),
        /** Of more dialogues so many are drawn, the same ones every time. */
        most: z.int().min(1).max(500).default(200),
      }),
    )
    .output(
      z.object({
        automaton: runIdSchema,
        /** Dialogues that were asked for and that the automaton knows. */
        total: z.int(),
        items: z.array(replayedWaySchema),
      }),
    ),
  /** What one group of dialogues does otherwise than another, clearest first. */
  compare: method
    .input(
      z.object({
        run: subjectSchema.shape.run,
        left: whereSchema,
        /** Empty for all that are not left. */
        right: whereSchema,
        ...pageSchema.shape,
      }),
    )
    .output(
      z.object({
        left: z.int(),
        right: z.int(),
        /** Dialogues that are of both groups; they count for neither. */
        both: z.int(),
        total: z.int(),
        /** Number of patterns that differ by more than chance: their `q` is at most 0.05. */
        clear: z.int(),
        items: z.array(differenceSchema),
      }),
    ),
  /** The dialogues that do something. */
  patternDialogues: method
    .input(listedSchema.extend({ pattern: patternSchema }))
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  /** The distinct sequences of moves, commonest first; one move a round. */
  variants: method
    .input(
      variantsInputSchema.extend(pageSchema.shape).extend({
        /** The commonest that cover this share of the dialogues; the others are counted beside the nearest of these. */
        cover: z.number().min(0).max(1).default(1),
        /** Those that take longest by their median, or the commonest, first. */
        order: z.enum(['commonest', 'slowest']).default('commonest'),
      }),
    )
    .output(
      z.object({
        /** Dialogues with at least one tagged round. */
        dialogues: z.int(),
        /** Variants that are listed: those that cover the share. */
        total: z.int(),
        different: z.int(),
        /** How many variants cover half, 80, 90 and 95 % of the dialogues. */
        covering: z.array(z.object({ share: z.number(), variants: z.int() })),
        items: z.array(variantSchema),
      }),
    ),
  variantDialogues: method
    .input(
      variantsInputSchema
        .extend(listedSchema.shape)
        .extend({ steps: z.array(stepSchema).min(1).max(10_000) }),
    )
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
};
