import type { Lead, Standing } from '../../domain/figures.ts';
import { LEAST_CLUSTERS, quantile } from '../metrics/bootstrap.ts';
import { createRandom } from '../random/random.ts';
import { checkVotes, FEW_VOTES, pointsOfFirst, type Vote } from './votes.ts';

const POWER = 0.8;
const LEVEL = 0.05;

function binomial(trials: number, share: number): number[] {
  const odds = share / (1 - share);
  const chances = [(1 - share) ** trials];
  for (let k = 1; k <= trials; k++) chances.push(chances[k - 1]! * ((trials - k + 1) / k) * odds);
  return chances;
}

const tail = (chances: readonly number[], least: number): number =>
  chances.slice(least).reduce((sum, chance) => sum + chance, 0);

/**
 * Returns the smallest win rate, in whole percent, found in four of five series by the exact two-sided test at 5 %.
 * Null if there is none.
 */
export function detectableWinRate(votes: number): number | null {
  const coin = binomial(votes, 0.5);
  const critical = coin.findIndex((_, least) => tail(coin, least) <= LEVEL / 2);
  if (critical < 0) return null;
  for (let percent = 51; percent < 100; percent++)
    if (tail(binomial(votes, percent / 100), critical) >= POWER) return percent;
  return null;
}

interface StrengthOptions {
  /**
   * Each method's prior votes against an average opponent, half of them won; 1 by default, above 0.
   * They keep strengths finite for methods that never lost.
   */
  readonly priorVotes?: number;
}

const DEFAULT_PRIOR_VOTES = 1;
const PRECISE_ENOUGH = 1e-10;
const MOST_STEPS = 10_000;

/**
 * Returns Bradley–Terry strengths: i is preferred to j with probability 1 / (1 + exp(s_j − s_i)).
 * Newman's iteration (2023) is faster than Zermelo's (1929). Ties are half a win for both. O(methods²) per iteration
 */
export function bradleyTerryStrengths(
  points: Float64Array,
  methods: number,
  { priorVotes = DEFAULT_PRIOR_VOTES }: StrengthOptions = {},
): Float64Array {
  check(points, methods, priorVotes);
  const strength = new Float64Array(methods).fill(1);
  for (let step = 0; step < MOST_STEPS; step++) {
    let change = 0;
    for (let i = 0; i < methods; i++) {
      let won = priorVotes / 2 / (strength[i] + 1);
      let lost = won;
      for (let j = 0; j < methods; j++) {
        if (j === i) continue;
        const both = strength[i] + strength[j];
        won += (points[i * methods + j] * strength[j]) / both;
        lost += points[j * methods + i] / both;
      }
      const next = won / lost;
      change = Math.max(change, Math.abs(Math.log(next / strength[i])));
      strength[i] = next;
    }
    if (change < PRECISE_ENOUGH) break;
  }
  const logs = strength.map(Math.log);
  const mean = methods === 0 ? 0 : logs.reduce((sum, value) => sum + value, 0) / methods;
  return logs.map((value) => value - mean);
}

export function preferenceChance(left: number, right: number): number {
  return 1 / (1 + Math.exp(right - left));
}

function check(points: Float64Array, methods: number, priorVotes: number): void {
  if (points.length !== methods * methods) {
    throw new RangeError(`${methods} methods need ${methods * methods} counts, not ${points.length}.`);
  }
  if (!(priorVotes > 0)) throw new RangeError(`The prior must be more than 0 votes, not ${priorVotes}.`);
  for (const count of points) {
    if (!(count >= 0 && Number.isFinite(count)))
      throw new RangeError(`Points must be a finite number of 0 or more, not ${count}.`);
  }
}

interface RankedMethod extends Standing {
  readonly method: string;
}

interface Ranking {
  /** Strongest first, equals by name in code-point order. */
  readonly methods: readonly RankedMethod[];
  readonly lead: Lead | null;
  readonly votes: number;
  readonly items: number;
  readonly few: boolean;
  /** False if some methods never met, not even by way of others: only the prior relates them. */
  readonly connected: boolean;
}

interface RankingOptions extends StrengthOptions {
  readonly seed: number;
  readonly resamples?: number;
  readonly level?: number;
}

type ItemPoints = readonly (readonly [number, number])[];

/**
 * Ranks by Bradley–Terry strengths with bootstrap intervals over whole items. The order of votes does not matter.
 * O(resamples · (votes + iterations · methods²)). Throws a RangeError for a vote on a method and itself.
 */
export function rankMethods(votes: readonly Vote[], options: RankingOptions): Ranking {
  checkVotes(votes);
  const { resamples = 1000, level = 0.95, seed } = options;
  const names = [...new Set(votes.flatMap(({ first, second }) => [first, second]))].sort();
  const items = pointsByItem(votes, names);
  const n = names.length;

  const all = new Float64Array(n * n);
  for (const item of items) addItem(all, item);
  const strengths = bradleyTerryStrengths(all, n, options);
  const ranks = ranksOf(strengths);

  const drawnStrengths = names.map(() => new Float64Array(resamples));
  const drawnRanks = names.map(() => new Float64Array(resamples));
  const random = createRandom(seed);
  const points = new Float64Array(n * n);
  for (let resample = 0; resample < (items.length === 0 ? 0 : resamples); resample++) {
    points.fill(0);
    for (let draw = 0; draw < items.length; draw++) addItem(points, items[random.integer(items.length)]);
    const drawn = bradleyTerryStrengths(points, n, options);
    const places = ranksOf(drawn);
    for (let method = 0; method < n; method++) {
      drawnStrengths[method][resample] = drawn[method];
      drawnRanks[method][resample] = places[method];
    }
  }
  const tail = (1 - level) / 2;
  const order = names.map((_, at) => at).sort((a, b) => ranks[a] - ranks[b]);
  const leads =
    n < 2
      ? null
      : drawnStrengths[order[0]].map((own, at) => preferenceChance(own, drawnStrengths[order[1]][at])).sort();
  const methods = names.map((method, at): RankedMethod => {
    const sorted = drawnStrengths[at].sort();
    const places = drawnRanks[at].sort();
    const counts = countOf(method, votes);
    const varies = sorted[0] !== sorted[sorted.length - 1];
    const [lower, upper] = [quantile(sorted, tail), quantile(sorted, 1 - tail)];
    const [bestRank, worstRank] = [quantile(places, tail), quantile(places, 1 - tail)];
    const isKnown = lower !== null && upper !== null && bestRank !== null && worstRank !== null;
    return {
      method,
      strength: strengths[at],
      rank: ranks[at],
      interval:
        varies && isKnown && counts.items >= LEAST_CLUSTERS
          ? { lower, upper, bestRank: Math.round(bestRank), worstRank: Math.round(worstRank) }
          : null,
      preferred: meanChance(strengths, at),
      ...counts,
      few: counts.votes < FEW_VOTES,
    };
  });
  methods.sort((left, right) => left.rank - right.rank || (left.method < right.method ? -1 : 1));
  const [best, second] = methods;
  const [lower, upper] = leads ? [quantile(leads, tail), quantile(leads, 1 - tail)] : [null, null];
  const isSure = lower !== null && upper !== null && best?.interval != null && second?.interval != null;
  return {
    methods,
    lead: second
      ? {
          chance: preferenceChance(best.strength, second.strength),
          interval: isSure ? { lower, upper } : null,
        }
      : null,
    votes: votes.length,
    items: items.length,
    few: votes.length < FEW_VOTES,
    connected: areConnected(all, n),
  };
}

function pointsByItem(votes: readonly Vote[], names: readonly string[]): ItemPoints[] {
  const indexOf = new Map(names.map((name, at) => [name, at]));
  const byItem = new Map<string, Map<number, number>>();
  for (const { item, first, second, outcome } of votes) {
    let table = byItem.get(item);
    if (!table) {
      table = new Map();
      byItem.set(item, table);
    }
    const [i, j] = [indexOf.get(first) ?? 0, indexOf.get(second) ?? 0];
    const points = pointsOfFirst(outcome);
    for (const [cell, gain] of [
      [i * names.length + j, points],
      [j * names.length + i, 1 - points],
    ]) {
      if (gain > 0) table.set(cell, (table.get(cell) ?? 0) + gain);
    }
  }
  // Sorted by id, so that the draws do not depend on the order of votes.
  return [...byItem].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, table]) => [...table]);
}

function addItem(points: Float64Array, item: ItemPoints): void {
  for (const [cell, gain] of item) points[cell] += gain;
}

/** Strengths closer than this are the same: the iteration ends about there. */
const SAME = 1e-7;

function ranksOf(strengths: Float64Array): number[] {
  return Array.from(
    strengths,
    (own) => 1 + strengths.reduce((better, other) => better + Number(other > own + SAME), 0),
  );
}

function meanChance(strengths: Float64Array, at: number): number | null {
  if (strengths.length < 2) return null;
  let sum = 0;
  for (let other = 0; other < strengths.length; other++) {
    if (other !== at) sum += preferenceChance(strengths[at], strengths[other]);
  }
  return sum / (strengths.length - 1);
}

function countOf(method: string, votes: readonly Vote[]) {
  let [wins, ties, losses] = [0, 0, 0];
  const items = new Set<string>();
  for (const { item, first, second, outcome } of votes) {
    if (first !== method && second !== method) continue;
    items.add(item);
    if (outcome === 'tie' || outcome === 'both-bad') ties++;
    else if ((outcome === 'first') === (first === method)) wins++;
    else losses++;
  }
  return { votes: wins + ties + losses, items: items.size, wins, ties, losses };
}

function areConnected(points: Float64Array, methods: number): boolean {
  const reached = new Set(methods > 0 ? [0] : []);
  const open = [...reached];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (let other = 0; other < methods; other++) {
      if (reached.has(other) || points[at * methods + other] + points[other * methods + at] === 0) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached.size === methods;
}
