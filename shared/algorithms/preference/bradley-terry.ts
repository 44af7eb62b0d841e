export interface StrengthOptions {
  /**
   * The number of prior votes against an average opponent for every method, half won and half lost. They keep strengths
   * finite for methods that never lost, and comparable for those that never met. 1 by default; more than 0.
   */
  readonly priorVotes?: number;
}

const DEFAULT_PRIOR_VOTES = 1;
const PRECISE_ENOUGH = 1e-10;
const MOST_ROUNDS = 10_000;

/**
 * Returns strengths of the Bradley–Terry model from counted wins: i is preferred to j with probability 1 / (1 + exp(s_j
 * − s_i)).
 *
 * The most probable strengths, given the prior votes, by Newman's iteration (2023), which finds the same maximum as
 * Zermelo's (1929) in fewer iterations; the prior makes it unique. Ties are half a win for either side: the strengths
 * are those for which everybody's expected points equal the points got. O(methods²) per iteration, some tens of
 * iterations.
 *
 * @param points points[i · n + j]: what i won against j, ties as ½; the diagonal is ignored
 * @returns n logarithms of strengths, their mean 0
 * @throws RangeError if the table is not square, a count is negative, or the prior is not above 0
 */
export function bradleyTerryStrengths(
  points: Float64Array,
  methods: number,
  { priorVotes = DEFAULT_PRIOR_VOTES }: StrengthOptions = {},
): Float64Array {
  check(points, methods, priorVotes);
  const strength = new Float64Array(methods).fill(1);
  for (let round = 0; round < MOST_ROUNDS; round++) {
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

/** Chance that one of strength `left` is preferred to one of strength `right`, 0 … 1. */
export function preferenceChance(left: number, right: number): number {
  return 1 / (1 + Math.exp(right - left));
}

function check(points: Float64Array, methods: number, priorVotes: number): void {
  if (points.length !== methods * methods) {
    throw new RangeError(`${methods} methods need ${methods * methods} counts, not ${points.length}.`);
  }
  if (!(priorVotes > 0)) throw new RangeError(`The prior must be more than 0 votes, not ${priorVotes}.`);
  for (const count of points) {
    if (!(count >= 0 && Number.isFinite(count))) throw new RangeError(`${count} is not a count of points.`);
  }
}
