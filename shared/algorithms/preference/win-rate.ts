import { type ShareEstimate, wilsonInterval } from '../agreement/wilson.ts';
import { type BootstrapOptions, bootstrapMean, type Estimate } from '../metrics/bootstrap.ts';
import { checkVotes, FEW_VOTES, pointsOfFirst, type Vote } from './votes.ts';

export interface WinRate {
  readonly method: string;
  readonly baseline: string;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** (wins + ties / 2) / all, 0 … 1, with a bootstrap interval over items. */
  readonly rate: Estimate;
  /** Wins of those that were decided, with Wilson's interval, which holds for few votes. */
  readonly decided: ShareEstimate;
  /** Fewer than 30 votes. */
  readonly few: boolean;
}

/**
 * How often a method was preferred to a baseline, of the votes that compare these two; a tie, also of two bad
 * answers, is half a win. O(votes + resamples · items).
 */
export function winRate(
  votes: readonly Vote[],
  method: string,
  baseline: string,
  options: BootstrapOptions,
): WinRate {
  checkVotes(votes);
  const items = new Map<string, { sum: number; count: number }>();
  let [wins, ties, losses] = [0, 0, 0];
  for (const { item, first, second, outcome } of votes) {
    const isFirst = first === method && second === baseline;
    if (!isFirst && !(first === baseline && second === method)) continue;
    const points = isFirst ? pointsOfFirst(outcome) : 1 - pointsOfFirst(outcome);
    if (points === 1) wins++;
    else if (points === 0) losses++;
    else ties++;
    const known = items.get(item) ?? { sum: 0, count: 0 };
    items.set(item, { sum: known.sum + points, count: known.count + 1 });
  }
  const clusters = [...items]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, cluster]) => cluster);
  return {
    method,
    baseline,
    wins,
    ties,
    losses,
    rate: bootstrapMean(clusters, options),
    decided: wilsonInterval(wins, wins + losses),
    few: wins + ties + losses < FEW_VOTES,
  };
}
