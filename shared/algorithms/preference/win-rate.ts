import type { Estimate, ShareEstimate } from '../../domain/figures.ts';
import { wilsonInterval } from '../agreement/wilson.ts';
import { type BootstrapOptions, bootstrap, bootstrapMean } from '../metrics/bootstrap.ts';
import { checkVotes, FEW_VOTES, pointsOfFirst, type Vote } from './votes.ts';

interface WinRate {
  readonly method: string;
  readonly baseline: string;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** (wins + ties / 2) / all, 0 … 1, with a bootstrap interval over items. */
  readonly rate: Estimate;
  /** Wins among decided votes, with Wilson's interval. */
  readonly decided: ShareEstimate;
  readonly few: boolean;
}

/** Returns the share of votes for a method. A tie, or two bad answers, is half a win. O(votes + resamples · items) */
export function winRate(
  votes: readonly Vote[],
  method: string,
  baseline: string,
  options: BootstrapOptions,
): WinRate {
  const { wins, ties, losses, clusters } = scored(votes, method, baseline);
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

/**
 * Averages win rates over corpora with equal weights (last column of table 1 in DFA-RAG).
 * Null if a corpus has no vote on both methods.
 */
export function averageWinRate(
  corpora: readonly (readonly Vote[])[],
  method: string,
  baseline: string,
  options: BootstrapOptions,
): Estimate {
  const rows = corpora.flatMap((votes, corpus) =>
    scored(votes, method, baseline).clusters.map(({ sum, count }) => {
      const row = new Float64Array(2 * corpora.length);
      row.set([sum, count], 2 * corpus);
      return row;
    }),
  );
  const average = (sums: Float64Array): number | null => {
    let total = 0;
    for (let corpus = 0; corpus < corpora.length; corpus++) {
      if (sums[2 * corpus + 1] === 0) return null;
      total += sums[2 * corpus] / sums[2 * corpus + 1];
    }
    return total / corpora.length;
  };
  return bootstrap(rows, [average], options)[0];
}

function scored(votes: readonly Vote[], method: string, baseline: string) {
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
  return { wins, ties, losses, clusters };
}
