import type { Activities } from '../variants/activities.ts';
import { compareShares, falseDiscoveryRates, type ShareDifference } from './proportions.ts';

/** Something that a dialogue has or not. Symbols are indexes into those of the activities. */
export type Feature =
  | { readonly kind: 'does' | 'starts' | 'ends' | 'repeats'; readonly symbol: number }
  /** The second comes directly after the first. */
  | { readonly kind: 'follows'; readonly symbol: number; readonly next: number };

interface PopulationDifference extends ShareDifference {
  readonly feature: Feature;
  readonly left: number;
  readonly right: number;
  /** Corrected for the number of features that were compared; see `falseDiscoveryRates`. */
  readonly q: number;
}

/** True for a dialogue that does it. */
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

/** A difference is clear if at most one of twenty such differences is expected to be chance. */
export const CLEAR = 0.05;

/** The minimum number of dialogues of both populations for a comparison. */
const LEAST_DIALOGUES = 5;

/**
 * Compares two populations of dialogues: every activity, how dialogues start and end, what they repeat, and what
 * directly follows what, each counted once per dialogue. Clearest first: by corrected p-value, then by size.
 *
 * @param sideOf 0 left, 1 right, −1 neither
 */
export function comparePopulations(
  { symbols, offsets, steps }: Pick<Activities, 'symbols' | 'offsets' | 'steps'>,
  sideOf: (dialogue: number) => -1 | 0 | 1,
): { readonly left: number; readonly right: number; readonly rows: readonly PopulationDifference[] } {
  const sizes: [number, number] = [0, 0];
  const features = new Map<string, { feature: Feature; counts: [number, number] }>();
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const side = sideOf(dialogue);
    if (side === -1) continue;
    sizes[side]++;
    const seen = new Set<string>();
    const note = (feature: Feature): void => {
      const key = `${feature.kind} ${feature.symbol} ${feature.kind === 'follows' ? feature.next : ''}`;
      if (seen.has(key)) return;
      seen.add(key);
      const known = features.get(key) ?? { feature, counts: [0, 0] };
      features.set(key, known);
      known.counts[side]++;
    };
    const [start, end] = [offsets[dialogue], offsets[dialogue + 1]];
    const done = new Set<number>();
    for (let at = start; at < end; at++) {
      const symbol = steps[at];
      note({ kind: 'does', symbol });
      if (done.has(symbol)) note({ kind: 'repeats', symbol });
      done.add(symbol);
      if (at === start) note({ kind: 'starts', symbol });
      if (at + 1 === end) note({ kind: 'ends', symbol });
      else note({ kind: 'follows', symbol, next: steps[at + 1] });
    }
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
  const nameOf = ({ feature }: { feature: Feature }): string =>
    `${feature.kind} ${symbols[feature.symbol].tag} ${feature.kind === 'follows' ? symbols[feature.next].tag : ''}`;
  const rows = compared
    .map((row, at) => ({ ...row, q: rates[at] }))
    .sort(
      (a, b) =>
        a.q - b.q || Math.abs(b.difference) - Math.abs(a.difference) || (nameOf(a) < nameOf(b) ? -1 : 1),
    );
  return { left, right, rows };
}
