import type { Statistic } from '../bootstrap.ts';
import { bleuOfStatistics } from '../text/bleu.ts';
import {
  ACT_DIALOGUE_QUERY_COLUMN,
  ACT_QUERY_COLUMN,
  METHOD_COLUMNS,
  methodColumn,
} from './retrieval-evaluation.ts';

/** One column over another, times `scale`; null if the second is 0. */
export function mean(column: number, countColumn: number, scale: number): Statistic {
  return (sums) => (sums[countColumn] > 0 ? (scale * sums[column]) / sums[countColumn] : null);
}

/** Act F1 of the method at `index`, divided by how many were asked for, 0 … 100. */
export function actF1Of(index: number): Statistic {
  return mean(methodColumn(index) + METHOD_COLUMNS.actF1, ACT_QUERY_COLUMN, 100);
}

/** Act F1 of the whole dialogues of the method at `index`, divided by how many were asked for, 0 … 100. */
export function dialogueActF1Of(index: number): Statistic {
  return mean(methodColumn(index) + METHOD_COLUMNS.dialogueActF1, ACT_DIALOGUE_QUERY_COLUMN, 100);
}

/** Corpus BLEU of the statistics that start at `column`, 0 … 100; null without any reference token. */
export function corpusBleuAt(column: number): Statistic {
  return (sums) => (sums[column + 1] > 0 ? bleuOfStatistics(sums, column, { effectiveOrder: false }) : null);
}

/** Null if either is undefined. */
export function difference(left: Statistic, right: Statistic): Statistic {
  return (sums) => {
    const [first, second] = [left(sums), right(sums)];
    return first === null || second === null ? null : first - second;
  };
}

/** Null if either is undefined or the second is 0. */
export function quotient(above: Statistic, below: Statistic): Statistic {
  return (sums) => {
    const [first, second] = [above(sums), below(sums)];
    return first === null || second === null || second === 0 ? null : first / second;
  };
}

/** Returns the highest defined value; null if there is none. */
export function highest(statistics: readonly Statistic[]): Statistic {
  return (sums) => {
    let best: number | null = null;
    for (const statistic of statistics) {
      const value = statistic(sums);
      if (value !== null && (best === null || value > best)) best = value;
    }
    return best;
  };
}
