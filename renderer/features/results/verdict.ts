import { LEAST_CLUSTERS } from '#shared/algorithms/metrics/bootstrap.ts';
import type { EstimateValue } from '#shared/contract/evaluation.ts';
import { isClear } from '#shared/domain/answer-figures.ts';
import { figureText, intervalWords } from '#shared/domain/figure-text.ts';

interface Verdict {
  readonly one: string;
  readonly other: string;
  /** Such as "act F1". */
  readonly measure: string;
  /** The first minus the second on the same items, with a 95 % interval. */
  readonly difference: EstimateValue;
  /** Such as "240 turns of 40 dialogues". */
  readonly sample: string;
  /** Those of the two that use the labels that they are measured by. */
  readonly usesLabels?: readonly string[];
}

/** Returns the result as a sentence: which of two is better, by how much, and how certain that is. */
export function verdictText({ one, other, measure, difference, sample, usesLabels = [] }: Verdict): string {
  const { estimate, lower, upper } = difference;
  if (estimate === null)
    return `${one} and ${other} cannot be compared: no turn has ${measure} for both of them (${sample}).`;
  const size = figureText(Math.abs(estimate));
  const sure =
    lower === null || upper === null
      ? `no interval, which takes at least ${LEAST_CLUSTERS} dialogues`
      : intervalWords(estimate < 0 ? { lower: -upper, upper: -lower } : difference);
  const [better, worse] = estimate < 0 ? [other, one] : [one, other];
  const found = isClear(difference)
    ? `${better} is better than ${worse} by ${size} points of ${measure} (${sure}; ${sample}).`
    : `There is no clear winner: ${better} and ${worse} differ by ${size} points of ${measure} (${sure}; ${sample}).`;
  return [found, ...labelsWarning(usesLabels)].join(' ');
}

/** Warns of methods that use the labels that they are measured by; empty for none. */
export function labelsWarning(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const use = names.length === 1 ? 'uses' : 'use';
  return [`${names.join(' and ')} ${use} the correct labels, which is an unfair advantage.`];
}
