import type { BatchCell, BatchRun, SortedMeasure } from '#shared/contract/batch.ts';
import { costText, formatAmount, formatTime, intervalText } from '#shared/domain/figure-text.ts';
import type { Estimate, Figure } from '#shared/domain/figures.ts';

type MeasuredAnswer = Pick<BatchCell, 'measures' | 'costUsd' | 'latencyMs'>;

interface ShownFigure {
  readonly id: Figure;
  readonly label: string;
  readonly explanation: string;
  readonly digits: number;
}

export const SHOWN_FIGURES: readonly ShownFigure[] = [
  { id: 'corpusBleu', label: 'BLEU', explanation: 'Corpus BLEU-4 of all answers, 13a tokens', digits: 1 },
  { id: 'bleu', label: 'sentence BLEU', explanation: 'Mean sentence BLEU-4', digits: 1 },
  {
    id: 'rouge1',
    label: 'ROUGE-1',
    explanation: 'Mean F1 of the words shared with the true answer',
    digits: 1,
  },
  {
    id: 'rouge2',
    label: 'ROUGE-2',
    explanation: 'Mean F1 of the word pairs shared with the true answer',
    digits: 1,
  },
  {
    id: 'rougeL',
    label: 'ROUGE-L',
    explanation: 'Mean F1 of the longest word sequence shared with the true answer',
    digits: 1,
  },
  {
    id: 'actF1',
    label: 'act F1',
    explanation: 'Mean F1 of the dialogue acts, over answers whose acts are known',
    digits: 1,
  },
  {
    id: 'examplesF1',
    label: 'act F1 of examples',
    explanation: 'Mean F1 of the dialogue acts of all requested examples; a missing example counts as 0',
    digits: 1,
  },
  {
    id: 'embedding',
    label: 'embedding',
    explanation: 'Mean cosine similarity to the true answer, from a sentence encoder',
    digits: 3,
  },
  {
    id: 'bertScore',
    label: 'BERTScore',
    explanation: 'Mean F1 of words that mean the same as in the true answer, by the built-in encoder',
    digits: 3,
  },
  { id: 'words', label: 'tokens', explanation: 'Mean answer length in 13a tokens', digits: 1 },
  { id: 'latencyMs', label: 'ms', explanation: 'Mean time to find the examples and to answer', digits: 1 },
  { id: 'costUsd', label: '$ per row', explanation: 'Mean cost of the rows whose cost is known', digits: 5 },
  { id: 'failures', label: 'failed %', explanation: 'Share of rows without a complete answer', digits: 1 },
];

export const SORTED: readonly {
  readonly value: SortedMeasure;
  readonly label: string;
  readonly digits: number;
}[] = [
  { value: 'rougeL', label: 'ROUGE-L', digits: 1 },
  { value: 'rouge1', label: 'ROUGE-1', digits: 1 },
  { value: 'rouge2', label: 'ROUGE-2', digits: 1 },
  { value: 'bleu', label: 'BLEU', digits: 1 },
  { value: 'actF1', label: 'act F1', digits: 1 },
  { value: 'embedding', label: 'embedding similarity', digits: 2 },
  { value: 'bertScore', label: 'BERTScore', digits: 2 },
  { value: 'words', label: 'length', digits: 0 },
  { value: 'latencyMs', label: 'latency, ms', digits: 1 },
  { value: 'costUsd', label: 'cost, $', digits: 5 },
];

export function measuredValue(
  { measures, costUsd, latencyMs }: MeasuredAnswer,
  by: SortedMeasure,
): number | null {
  if (by === 'costUsd') return costUsd;
  return by === 'latencyMs' ? latencyMs : measures[by];
}

export function measuredDifference(
  left: MeasuredAnswer,
  right: MeasuredAnswer,
  by: SortedMeasure,
): number | null {
  const [one, other] = [measuredValue(left, by), measuredValue(right, by)];
  return one === null || other === null ? null : one - other;
}

export function rangeText(estimate: Estimate, digits: number): string {
  return estimate.lower === 0 && estimate.upper === 0 ? '' : intervalText(estimate, { digits });
}

/** "about $0.012, at most $0.046". */
export const estimatedCost = (cost: { readonly likely: number; readonly most: number } | null): string =>
  cost === null
    ? 'the cost is not known'
    : cost.most === 0
      ? 'at no cost'
      : `about ${costText(cost.likely)}, at most ${costText(cost.most)}`;

export const runOptions = (runs: readonly BatchRun[]) =>
  runs.map(({ run, number, startedAt, items, columns }) => ({
    value: run,
    label: `Run ${number}, ${formatTime(startedAt)}: ${formatAmount(items, 'row')}, ${formatAmount(columns.length, 'column')}`,
  }));

export function eachCostText(
  { usd, unknown }: { readonly usd: number; readonly unknown: number },
  rows: number,
  dialogues: number,
): string | null {
  if (unknown > 0 || usd === 0 || rows === 0 || dialogues === 0) return null;
  return `${costText(usd / rows)} per answer, ${costText(usd / dialogues)} per dialogue`;
}

/** "$0.012", "unknown", or both. */
export function totalCostText(
  { usd, unknown }: { readonly usd: number; readonly unknown: number },
  rows: number,
): string {
  if (unknown === 0) return costText(usd);
  return unknown === rows
    ? 'unknown'
    : `${costText(usd)} plus the unknown cost of ${formatAmount(unknown, 'answer')}`;
}
