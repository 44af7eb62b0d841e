import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { figureText } from '#shared/domain/figure-text.ts';

/** A measure of a column compared with the true answer, scaled to 0 … 100. */
interface Measure {
  readonly id: string;
  readonly label: string;
  readonly explanation: string;
  readonly of: (column: ComparedColumn) => number | null;
}

export interface MeasureGroup {
  readonly title: string;
  readonly of: 'answer' | 'examples';
  readonly measures: readonly Measure[];
}

const ACT_F1 =
  'How well the dialogue acts match those of the true answer (F1 of the two sets). Empty if the true answer has no acts.';
const ROUGE_L = 'F1 of the longest word sequence shared with the true answer (ROUGE-L).';
const BLEU = 'Sequences of up to four words shared with the true answer (sentence BLEU, 13a tokens).';
const DIVIDED = 'A missing example counts as 0.';

/** A value as printed, so that values that look equal are equally good. */
const printed = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(1)));
const percent = (share: number | null | undefined) => (share == null ? null : printed(share * 100));

export const MEASURE_GROUPS: readonly MeasureGroup[] = [
  {
    title: 'This answer',
    of: 'answer',
    measures: [
      {
        id: 'answer-acts',
        label: 'Act F1',
        explanation: ACT_F1,
        of: (c) => percent(c.answer?.measures.actF1),
      },
      {
        id: 'answer-rouge',
        label: 'ROUGE-L',
        explanation: ROUGE_L,
        of: (c) => percent(c.answer?.measures.rougeL),
      },
      { id: 'answer-bleu', label: 'BLEU', explanation: BLEU, of: (c) => printed(c.answer?.measures.bleu) },
    ],
  },
  {
    title: 'Its examples',
    of: 'examples',
    measures: [
      {
        id: 'examples-acts',
        label: 'Act F1, mean',
        explanation: `${ACT_F1} Mean over the examples. ${DIVIDED}`,
        of: (c) => percent(c.examples.actF1),
      },
      {
        id: 'examples-rouge-mean',
        label: 'ROUGE-L, mean',
        explanation: `${ROUGE_L} Mean over the examples. ${DIVIDED}`,
        of: (c) => percent(c.examples.rougeLMean),
      },
      {
        id: 'examples-rouge-best',
        label: 'ROUGE-L, best',
        explanation: `${ROUGE_L} The value of the closest example. In practice, nobody knows in advance which example is closest.`,
        of: (c) => percent(c.examples.rougeLBest),
      },
    ],
  },
];

/** The difference "+3.2" of two printed values; null if one of them was not measured. */
export function deltaText(value: number | null, other: number | null): string | null {
  if (value === null || other === null) return null;
  const difference = value - other;
  return Math.abs(difference) < 0.05 ? '±0' : figureText(difference, { signed: true });
}
