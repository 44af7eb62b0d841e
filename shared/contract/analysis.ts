import { z } from 'zod';
import { columnSchema, type UnpackedColumns, unpacked } from './automata.ts';
import { dialogueIdSchema, method, pageSchema, roleSchema, runIdSchema } from './base.ts';
import { dialogueRowSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';

const subjectSchema = z.object({
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
});

export const stepSchema = z.object({
  role: roleSchema,
  tag: z.string(),
  /** True if the move is done more than once in a row and repetitions are folded. */
  repeated: z.boolean().default(false),
});
export type VariantStep = z.infer<typeof stepSchema>;

const variantsInputSchema = subjectSchema.extend({
  /** Repetitions in a row count as one step. */
  fold: z.boolean().default(true).meta({ option: 'every-repetition' }),
});

const variantSchema = z.object({
  steps: z.array(stepSchema),
  dialogues: z.int(),
  /** Share of the analyzed dialogues, 0 … 1. */
  share: z.number(),
  /** Share of this variant and all more common ones. */
  cumulative: z.number(),
  medianMinutes: z.number().nullable(),
  /** The outcome is null if none of the dialogues has one. */
  outcome: z.object({ value: z.string(), dialogues: z.int() }).nullable(),
  example: dialogueIdSchema,
  /** Dialogues of variants that are not listed and are nearest to this one. */
  alike: z.int(),
});
export type VariantRow = z.infer<typeof variantSchema>;

export const moveSchema = z.object({ role: roleSchema, tag: z.string() });

export const patternSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['does', 'starts', 'ends', 'repeats']), move: moveSchema }),
  z.object({ kind: z.literal('follows'), move: moveSchema, next: moveSchema }),
]);
export type MovePattern = z.infer<typeof patternSchema>;

const differenceSchema = z.object({
  pattern: patternSchema,
  left: z.int(),
  right: z.int(),
  /** Share on the left side minus share on the right side, with its 95 % interval. */
  difference: z.number(),
  lower: z.number(),
  upper: z.number(),
  /** Benjamini-Hochberg: the share of false findings among this one and all clearer ones. */
  q: z.number(),
  /** True if the difference exists only because of the turns that decide which group a dialogue is in. */
  byDefinition: z.boolean(),
});
export type GroupDifference = z.infer<typeof differenceSchema>;

export const waitsSchema = z.enum(['customer', 'agent', 'both']);

const placeColumns = {
  dialogues: columnSchema,
  visits: columnSchema,
  /** Seconds between the messages of one turn and those of the next. */
  median: columnSchema,
  p90: columnSchema,
  total: columnSchema,
  good: columnSchema,
  mean: columnSchema,
  /** Dialogues that visit the state and are abandoned, here or later. */
  dropped: columnSchema,
  /** Mean number of turns of the dialogues through here, and the median of their duration in seconds. */
  turns: columnSchema,
  duration: columnSchema,
};

const packedFiguresSchema = z.object({
  automaton: runIdSchema,
  dialogues: z.int(),
  timed: z.boolean(),
  /** By state number; also the dialogues that end there, and those of them that are abandoned. */
  states: z.object({ ...placeColumns, ends: columnSchema, dropOffs: columnSchema }),
  /** Transitions with the same states count as one. `exits`: share of the visits to `from`, ends included. */
  transitions: z.object({ ...placeColumns, from: columnSchema, to: columnSchema, exits: columnSchema }),
});
export type PackedFigures = z.infer<typeof packedFiguresSchema>;

type StateFigures = UnpackedColumns<PackedFigures['states']>;
type TransitionFigures = UnpackedColumns<PackedFigures['transitions']>;
export interface MapFigures extends Omit<PackedFigures, 'states' | 'transitions'> {
  readonly states: StateFigures;
  readonly transitions: TransitionFigures;
}

/** Turns the packed columns into numbers; NaN means that nothing was measured. */
export const readFigures = ({ states, transitions, ...figures }: PackedFigures): MapFigures => ({
  ...figures,
  states: unpacked(states),
  transitions: unpacked(transitions),
});

const replayedPathSchema = z.object({
  dialogue: dialogueIdSchema,
  states: z.array(z.int()),
  /** Seconds from the dialogue's first known time to the turn of each visit; null if no time is known. */
  seconds: z.array(z.number().nullable()),
});
export type ReplayedPath = z.infer<typeof replayedPathSchema>;

export const analysisContract = {
  figures: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        where: whereSchema,
        good: whereSchema,
        /** The waits to time: those of customers for an answer, or those of agents for a reply. */
        waits: waitsSchema.default('customer'),
        /** A field with numbers, e.g. a cost or a rating. */
        number: z.string().max(200).nullable().default(null).meta({ word: 'FIELD' }),
      }),
    )
    .output(packedFiguresSchema),
  paths: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        where: whereSchema,
        variant: z
          .object({
            run: subjectSchema.shape.run,
            fold: variantsInputSchema.shape.fold,
            steps: z.array(stepSchema).min(1).max(10_000),
          })
          .nullable()
          .default(null),
        /** The most dialogues to replay. If there are more, the same sample is drawn every time. */
        most: z.int().min(1).max(500).default(200),
      }),
    )
    .output(
      z.object({
        automaton: runIdSchema,
        total: z.int(),
        items: z.array(replayedPathSchema),
      }),
    ),
  /** Returns the differences between two groups of dialogues, clearest first. */
  compare: method
    .input(
      z.object({
        run: subjectSchema.shape.run,
        left: whereSchema,
        right: whereSchema,
        ...pageSchema.shape,
      }),
    )
    .output(
      z.object({
        left: z.int(),
        right: z.int(),
        /** Dialogues in both groups. Neither group counts them. */
        both: z.int(),
        total: z.int(),
        clear: z.int(),
        /** Number of patterns that differ by definition. They come last. */
        byDefinition: z.int(),
        items: z.array(differenceSchema),
      }),
    ),
  patternDialogues: method
    .input(listedSchema.extend({ pattern: patternSchema }))
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  variants: method
    .input(
      variantsInputSchema.extend(pageSchema.shape).extend({
        /** The listed variants cover this share; each further variant is counted with the nearest listed one. */
        cover: z.number().min(0).max(1).default(1),
        /** Longest median duration first, or most common first. */
        order: z.enum(['commonest', 'slowest']).default('commonest'),
      }),
    )
    .output(
      z.object({
        dialogues: z.int(),
        total: z.int(),
        different: z.int(),
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
