import { z } from 'zod';
import type { NamedMove } from './dialogue-filter.ts';

/** An unknown, misordered, repeated, misplaced or skipped move, or a rare allowed one. */
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

export type FindingQuestion =
  | { readonly kind: Exclude<FindingKind, 'follows' | 'order'>; readonly field: string | null }
  | { readonly kind: 'follows'; readonly move: NamedMove }
  | {
      readonly kind: 'order';
      readonly move: NamedMove;
      readonly next: NamedMove;
      readonly seconds: number | null;
    };

export const FINDING_REMEDIES = ['teach', 'import'] as const;
export type FindingRemedy = (typeof FINDING_REMEDIES)[number];

const sentencePartSchema = z.object({ text: z.string(), strong: z.boolean().optional() });
export type SentencePart = Readonly<z.output<typeof sentencePartSchema>>;

export const findingIdSchema = z.string().min(1).max(1000);

export const findingSchema = z.object({
  /** The id stays the same when only figures change. Decisions are stored under this id. */
  id: findingIdSchema,
  kind: z.enum(FINDING_KINDS),
  figure: z.string(),
  sentence: z.array(sentencePartSchema).readonly(),
  basis: z.string(),
  /** The figure as a number: a share 0 … 1, seconds, turns or dialogues. */
  value: z.number(),
  /** Contains `value`; null without an estimate. For a comparison, the interval of the difference. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  n: z.int(),
  dialogues: z.int(),
  other: z.number().nullable(),
  remedy: z.enum(FINDING_REMEDIES).nullable(),
});
export type Finding = Readonly<z.output<typeof findingSchema>>;

export const textOfParts = (parts: readonly SentencePart[]): string => parts.map(({ text }) => text).join('');

export const findingText = ({ figure, sentence }: Pick<Finding, 'figure' | 'sentence'>): string =>
  [figure, textOfParts(sentence)].filter((text) => text !== '').join(' ');
