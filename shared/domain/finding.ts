import { z } from 'zod';
import type { NamedMove } from './dialogue-filter.ts';

/**
 * Kinds of deviation: an unknown move, a known move elsewhere, a repeated move, a move that is not due, a skipped move,
 * or a rare allowed move.
 */
export const DEVIATIONS = ['unknown', 'order', 'repeated', 'misplaced', 'skipped', 'rare'] as const;
export type DeviationKind = (typeof DEVIATIONS)[number];

export const FINDING_KINDS = [
  'begins',
  'topic',
  'length',
  'ends',
  'abandoned',
  'reopened',
  'paths',
  'wait',
  'circles',
  'leads',
  'segment',
  'change',
  'deviation',
  'limit',
  'follows',
  'order',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A question about findings of a kind, what follows a move, or how often one move comes after another. */
export type FindingQuestion =
  | { readonly kind: Exclude<FindingKind, 'follows' | 'order'>; readonly field: string | null }
  | { readonly kind: 'follows'; readonly move: NamedMove }
  | {
      readonly kind: 'order';
      readonly move: NamedMove;
      readonly next: NamedMove;
      /** The longest time between the two moves; null for any. */
      readonly seconds: number | null;
    };

/** Pages where people can fix what limits the findings. */
export const FINDING_REMEDIES = ['teach', 'import'] as const;
export type FindingRemedy = (typeof FINDING_REMEDIES)[number];

/** A part of a sentence. Its subject is emphasized. */
const sentencePartSchema = z.object({ text: z.string(), strong: z.boolean().optional() });
export type SentencePart = Readonly<z.output<typeof sentencePartSchema>>;

export const findingIdSchema = z.string().min(1).max(1000);

/** A true sentence about some dialogues, without its evidence. */
export const findingSchema = z.object({
  /** The id stays the same when only figures change. Decisions are stored under this id. */
  id: findingIdSchema,
  kind: z.enum(FINDING_KINDS),
  /** The figure shown large: "28 %", "3.4 h". */
  figure: z.string(),
  /** The sentence without the figure, which comes first. */
  sentence: z.array(sentencePartSchema).readonly(),
  /** The sample size and certainty: "355 of 1,279 dialogues, interval 25–30 %". */
  basis: z.string(),
  /** The figure as a number: a share 0 … 1, seconds, turns or dialogues. */
  value: z.number(),
  /** Contains `value`; null without an estimate. For a comparison, the interval of the difference. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** The number of dialogues that the figure is computed from. */
  n: z.int(),
  /** The number of dialogues that the finding is about (its evidence). */
  dialogues: z.int(),
  /** The number to compare `value` with; null for none. */
  other: z.number().nullable(),
  remedy: z.enum(FINDING_REMEDIES).nullable(),
});
export type Finding = Readonly<z.output<typeof findingSchema>>;

export const textOfParts = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('');

export const findingText = ({ figure, sentence }: Pick<Finding, 'figure' | 'sentence'>): string =>
  [figure, textOfParts(sentence)].filter((text) => text !== '').join(' ');
