import { wilsonInterval } from '../agreement/wilson.ts';
import type { Activities } from '../variants/variants.ts';

type Share = readonly [count: number, of: number];

export interface ShareDifference {
  readonly difference: number;
  readonly lower: number;
  readonly upper: number;
  readonly p: number;
}

/**
 * Compares by Newcombe's 95 % interval (1998, method 10), right for small counts and extreme shares.
 * The chance is from the pooled normal test, or Fisher's exact test if an expected count is under five.
 */
export function compareShares(left: Share, right: Share): ShareDifference {
  const p = leastExpected(left, right) < LEAST_EXPECTED ? fisher(left, right) : normalChance(left, right);
  return { ...intervalOf(left, right), p };
}

/**
 * Returns the chance for one of many comparisons. The normal test is wrong for very small chances,
 * so chances up to `exactUpTo` are exact (twice the smaller tail).
 */
export function chanceAmongMany(left: Share, right: Share, exactUpTo: number): number {
  const rough = leastExpected(left, right) < LEAST_EXPECTED ? 0 : normalChance(left, right);
  return rough <= exactUpTo ? exactChance(left, right) : rough;
}

export function intervalOf(left: Share, right: Share): Omit<ShareDifference, 'p'> {
  const [a, b] = [left, right].map(([count, of]) => {
    const { low, high } = wilsonInterval(count, of);
    return { share: count / of, low, high };
  });
  const difference = a.share - b.share;
  return {
    difference,
    lower: difference - Math.hypot(a.share - a.low, b.high - b.share),
    upper: difference + Math.hypot(a.high - a.share, b.share - b.low),
  };
}

function normalChance(left: Share, right: Share): number {
  const pooled = (left[0] + right[0]) / (left[1] + right[1]);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / left[1] + 1 / right[1]));
  return erfc(Math.abs(left[0] / left[1] - right[0] / right[1]) / deviation / Math.SQRT2);
}

const LEAST_EXPECTED = 5;

function leastExpected([a, m]: Share, [b, n]: Share): number {
  const rarer = Math.min(a + b, m + n - a - b);
  return (rarer * Math.min(m, n)) / (m + n);
}

/** Fisher's exact test: the probability of all tables with the same margins that are at most as likely as this one. */
function fisher([a, m]: Share, [b, n]: Share): number {
  const chosen = a + b;
  const [first, last] = [Math.max(0, chosen - n), Math.min(m, chosen)];
  const logOf = (x: number): number => logChoose(m, x) + logChoose(n, chosen - x) - logChoose(m + n, chosen);
  const own = logOf(a);
  let p = 0;
  // The tolerance is for probabilities that differ only by rounding.
  for (let x = first; x <= last; x++) if (logOf(x) <= own + 1e-9) p += Math.exp(logOf(x));
  return Math.min(1, p);
}

/** Twice the smaller tail of Fisher's exact test, at most 1. */
function exactChance([a, m]: Share, [b, n]: Share): number {
  const chosen = a + b;
  const isAbove = a * n >= b * m;
  const own = Math.exp(logChoose(m, a) + logChoose(n, b) - logChoose(m + n, chosen));
  let [tail, term] = [own, own];
  for (let x = a; term > 1e-9 * tail; x += isAbove ? 1 : -1) {
    const [inside, outside] = [chosen - x, n - chosen + x];
    term *= isAbove
      ? ((m - x) * inside) / ((x + 1) * (outside + 1))
      : (x * outside) / ((m - x + 1) * (inside + 1));
    tail += term;
  }
  return Math.min(1, 2 * tail);
}

const logChoose = (of: number, chosen: number): number =>
  logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);

/** ln n!, by Stirling's series from 20 on, exact to ten digits. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let factor = 2; factor <= n; factor++) product *= factor;
    return Math.log(product);
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}

/** The complementary error function for x ≥ 0: a Chebyshev fit (Numerical Recipes, section 6.2), error 1.2 · 10⁻⁷. */
export function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const fit = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223,
  ];
  return t * Math.exp(-x * x + fit.reduce((sum, coefficient) => sum * t + coefficient, 0));
}

/**
 * Returns the expected share of false findings up to each comparison, 0 … 1, in the same order.
 * See Benjamini and Hochberg 1995.
 */
export function falseDiscoveryRates(ps: readonly number[]): number[] {
  const order = Array.from(ps.keys()).sort((a, b) => ps[b] - ps[a]);
  const rates = new Array<number>(ps.length);
  let least = 1;
  order.forEach((at, place) => {
    least = Math.min(least, (ps[at] * ps.length) / (ps.length - place));
    rates[at] = least;
  });
  return rates;
}

/** Corrects p-values, in the same order, for `of` comparisons (Holm 1979). The largest p-values may be missing. */
export function holmChances(ps: readonly number[], of: number = ps.length): number[] {
  const order = Array.from(ps.keys()).sort((a, b) => ps[a] - ps[b]);
  const chances = new Array<number>(ps.length);
  let most = 0;
  order.forEach((at, place) => {
    most = Math.max(most, Math.min(1, ps[at] * (of - place)));
    chances[at] = most;
  });
  return chances;
}

export interface Stratum {
  left: number;
  ofLeft: number;
  right: number;
  ofRight: number;
}

const Z95 = 1.959963984540054;

/**
 * Returns Mantel and Haenszel's common difference with Sato's 95 % interval (1989) and corrected test (1959).
 * Null if no stratum has both groups.
 */
export function compareWithinStrata(strata: Iterable<Stratum>): ShareDifference | null {
  let [weight, sum, excess, variance, p, q] = [0, 0, 0, 0, 0, 0];
  for (const { left, ofLeft, right, ofRight } of strata) {
    const all = ofLeft + ofRight;
    if (ofLeft === 0 || ofRight === 0) continue;
    const holds = left + right;
    weight += (ofLeft * ofRight) / all;
    sum += (left * ofRight - right * ofLeft) / all;
    excess += left - (ofLeft * holds) / all;
    variance += (ofLeft * ofRight * holds * (all - holds)) / (all * all * (all - 1));
    p += (ofLeft ** 2 * right - ofRight ** 2 * left + (ofLeft * ofRight * (ofRight - ofLeft)) / 2) / all ** 2;
    q += (left * (ofRight - right) + right * (ofLeft - left)) / (2 * all);
  }
  if (weight === 0) return null;
  const difference = sum / weight;
  const half = Z95 * Math.sqrt(Math.max(0, difference * p + q) / weight ** 2);
  const z = variance === 0 ? 0 : Math.max(0, Math.abs(excess) - 0.5) / Math.sqrt(variance);
  return {
    difference,
    lower: Math.max(-1, difference - half),
    upper: Math.min(1, difference + half),
    p: erfc(z / Math.SQRT2),
  };
}

/** Something that a dialogue does or does not do. Symbols are indexes into those of the activities. */
export type Feature =
  | { readonly kind: 'does' | 'starts' | 'ends' | 'repeats'; readonly symbol: number }
  /** The second move comes directly after the first. */
  | { readonly kind: 'follows'; readonly symbol: number; readonly next: number };

interface PopulationDifference extends ShareDifference {
  readonly feature: Feature;
  readonly left: number;
  readonly right: number;
  readonly q: number;
  /** True if the difference exists only because of the turns that decide a dialogue's population. */
  readonly byDefinition: boolean;
}

export function doesFeature(
  { offsets, steps }: Pick<Activities, 'offsets' | 'steps'>,
  dialogue: number,
  feature: Feature,
): boolean {
  const own = steps.subarray(offsets[dialogue], offsets[dialogue + 1]);
  switch (feature.kind) {
    case 'does':
      return own.includes(feature.symbol);
    case 'starts':
      return own[0] === feature.symbol;
    case 'ends':
      return own[own.length - 1] === feature.symbol;
    case 'repeats':
      return own.indexOf(feature.symbol) !== own.lastIndexOf(feature.symbol);
    case 'follows':
      return own.some((symbol, at) => symbol === feature.symbol && own[at + 1] === feature.next);
  }
}

/** The largest `q` of a clear difference: about one in twenty clear differences is due to chance. */
export const CLEAR = 0.05;

const LEAST_DIALOGUES = 5;

/** By number of turns in which a dialogue could do something. */
type Strata = Map<number, [left: number, right: number]>;

function addTo(strata: Strata, stratum: number, side: 0 | 1): void {
  const counts = strata.get(stratum) ?? [0, 0];
  strata.set(stratum, counts);
  counts[side]++;
}

/** Dialogues with more such turns form one stratum. */
const MOST_TURNS = 12;

const keyOf = (feature: Feature): string =>
  `${feature.kind} ${feature.symbol} ${feature.kind === 'follows' ? feature.next : ''}`;

function eachFeature(
  { offsets, steps }: Pick<Activities, 'offsets' | 'steps'>,
  dialogue: number,
  isCounted: (step: number) => boolean,
  note: (feature: Feature) => void,
): void {
  const [start, end] = [offsets[dialogue], offsets[dialogue + 1]];
  const done = new Set<number>();
  for (let at = start; at < end; at++) {
    if (!isCounted(at)) continue;
    const symbol = steps[at];
    note({ kind: 'does', symbol });
    if (done.has(symbol)) note({ kind: 'repeats', symbol });
    done.add(symbol);
    if (at === start) note({ kind: 'starts', symbol });
    if (at + 1 === end) note({ kind: 'ends', symbol });
    else if (isCounted(at + 1)) note({ kind: 'follows', symbol, next: steps[at + 1] });
  }
}

/** Returns chances by number of non-deciding turns, only for features with the same direction as in all turns. */
function chancesElsewhere(
  activities: Pick<Activities, 'symbols' | 'offsets' | 'steps'>,
  sideOf: (dialogue: number) => -1 | 0 | 1,
  isCounted: (step: number) => boolean,
): (feature: Feature, difference: number) => number | null {
  const { symbols, offsets, steps } = activities;
  const all = new Map<string, Strata>();
  const doing = new Map<string, Strata>();
  const strataOf = (of: Map<string, Strata>, key: string): Strata => {
    const strata = of.get(key) ?? new Map();
    of.set(key, strata);
    return strata;
  };
  const needOf = (feature: Feature): string => {
    const { role } = symbols[feature.symbol];
    if (feature.kind === 'does' || feature.kind === 'repeats') return role;
    return feature.kind === 'follows' ? `${role} ${symbols[feature.next].role}` : `${feature.kind} ${role}`;
  };
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const side = sideOf(dialogue);
    if (side === -1) continue;
    const turns = new Map<string, number>();
    const done = new Map<string, Feature>();
    eachFeature({ offsets, steps }, dialogue, isCounted, (feature) => {
      done.set(keyOf(feature), feature);
      if (feature.kind !== 'repeats') turns.set(needOf(feature), (turns.get(needOf(feature)) ?? 0) + 1);
    });
    const stratumOf = (need: string): number => Math.min(MOST_TURNS, turns.get(need) ?? 0);
    for (const need of turns.keys()) addTo(strataOf(all, need), stratumOf(need), side);
    for (const [key, feature] of done) addTo(strataOf(doing, key), stratumOf(needOf(feature)), side);
  }
  return (feature, difference) => {
    const own = doing.get(keyOf(feature));
    const compared = compareWithinStrata(
      Array.from(all.get(needOf(feature)) ?? [], ([stratum, [ofLeft, ofRight]]): Stratum => {
        const [left, right] = own?.get(stratum) ?? [0, 0];
        return { left, ofLeft, right, ofRight };
      }),
    );
    return compared && own && compared.difference * difference > 0 ? compared.p : null;
  };
}

/**
 * Compares features, each counted once per dialogue. Clearest first, then largest; differences by definition last.
 * `sideOf` returns 0 for left, 1 for right, −1 for neither; `decides` marks steps that decide the population.
 */
export function comparePopulations(
  { symbols, offsets, steps }: Pick<Activities, 'symbols' | 'offsets' | 'steps'>,
  sideOf: (dialogue: number) => -1 | 0 | 1,
  decides: ((step: number) => boolean) | null = null,
): { readonly left: number; readonly right: number; readonly rows: readonly PopulationDifference[] } {
  const sizes: [number, number] = [0, 0];
  const features = new Map<string, { feature: Feature; counts: [number, number] }>();
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const side = sideOf(dialogue);
    if (side === -1) continue;
    sizes[side]++;
    const seen = new Set<string>();
    eachFeature(
      { offsets, steps },
      dialogue,
      () => true,
      (feature) => {
        const key = keyOf(feature);
        if (seen.has(key)) return;
        seen.add(key);
        const known = features.get(key) ?? { feature, counts: [0, 0] };
        features.set(key, known);
        known.counts[side]++;
      },
    );
  }
  const [left, right] = sizes;
  if (left === 0 || right === 0) return { left, right, rows: [] };
  const enough = [...features.values()].filter(({ counts }) => counts[0] + counts[1] >= LEAST_DIALOGUES);
  const compared = enough.map(({ feature, counts }) => ({
    feature,
    left: counts[0],
    right: counts[1],
    ...compareShares([counts[0], left], [counts[1], right]),
  }));
  const rates = falseDiscoveryRates(compared.map(({ p }) => p));
  const ratesElsewhere = decides === null ? rates : elsewhere(decides);
  const nameOf = ({ feature }: { feature: Feature }): string =>
    `${feature.kind} ${symbols[feature.symbol].tag} ${feature.kind === 'follows' ? symbols[feature.next].tag : ''}`;
  const rows = compared
    .map((row, at) => {
      const byDefinition = rates[at] <= CLEAR && ratesElsewhere[at] > CLEAR;
      return { ...row, byDefinition, q: byDefinition ? rates[at] : Math.max(rates[at], ratesElsewhere[at]) };
    })
    .sort(
      (a, b) =>
        Number(a.byDefinition) - Number(b.byDefinition) ||
        a.q - b.q ||
        Math.abs(b.difference) - Math.abs(a.difference) ||
        (nameOf(a) < nameOf(b) ? -1 : 1),
    );
  return { left, right, rows };

  /** Returns the rates without deciding turns, which are never better than the rates in all turns. */
  function elsewhere(isDeciding: (step: number) => boolean): number[] {
    const chanceOf = chancesElsewhere({ symbols, offsets, steps }, sideOf, (step) => !isDeciding(step));
    const chances = compared.map(({ feature, difference, p }) => {
      const chance = chanceOf(feature, difference);
      return chance === null ? null : Math.max(p, chance);
    });
    const known = falseDiscoveryRates(chances.flatMap((chance) => chance ?? []));
    let at = 0;
    return chances.map((chance) => (chance === null ? 1 : known[at++]));
  }
}
