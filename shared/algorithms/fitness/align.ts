import type { ReferenceStep } from './reference.ts';

/** A model whose steps are of an alphabet of integers. */
export interface Model {
  readonly states: number;
  readonly from: Int32Array;
  readonly symbols: Int32Array;
  readonly to: Int32Array;
  /** length = states; 1 = a sequence may be over here */
  readonly ends: Uint8Array;
}

/** One move of an alignment: of both sides, of the sequence alone, or of the model alone. */
export type AlignedMove =
  | { readonly kind: 'both'; readonly step: number; readonly at: number }
  | { readonly kind: 'sequence'; readonly state: number; readonly at: number }
  | { readonly kind: 'model'; readonly step: number };

interface Alignment {
  /** Moves of one side alone. */
  readonly cost: number;
  /** 1 − cost ÷ (length + the model's shortest way): 1 where the sequence is one of the model's. */
  readonly fitness: number;
  readonly moves: readonly AlignedMove[];
}

interface Aligner {
  /** The fewest moves of the model alone from the beginning to an end. */
  readonly shortest: number;
  /** @returns null where the sequence is too long for the bound of cells */
  align(sequence: ArrayLike<number>): Alignment | null;
}

const FAR = 1 << 28;
/** States times steps of one dialogue; 64 MB at the most. */
const MOST_CELLS = 8_000_000;

/**
 * The cheapest way to make a sequence and a way through a model one, each move of one side alone costing 1 (van der
 * Aalst, Adriansyah and van Dongen 2012): a dynamic programme over places in the sequence and states, in which the
 * model's own moves are the edges of a shortest path. O(length · (states + steps)) a sequence.
 *
 * @throws RangeError where the model can never be over
 */
export function createAligner(model: Model): Aligner {
  const { states, from, symbols, to, ends } = model;
  const out = rowsBy(from, states);
  const most = symbols.reduce((largest, symbol) => Math.max(largest, symbol), -1);
  const bySymbol = rowsBy(symbols, most + 1);
  const queue = new Int32Array(states + from.length + 1);
  const sorted = new Int32Array(states);
  let costs = new Int32Array(0);
  /** How a cell was come to: 0 not at all, 1 by the sequence alone, 2 + step by both, −1 − step by the model alone. */
  let ways = new Int32Array(0);

  /** Lets the model move alone within a row: cheapest first, which a queue keeps since every move costs 1. */
  const settle = (base: number): void => {
    const count = sortByCost(costs, base, states, sorted);
    let [next, head, tail] = [0, 0, 0];
    while (next < count || head < tail) {
      const first = next < count ? costs[base + sorted[next]] : FAR;
      const state = head < tail && costs[base + queue[head]] <= first ? queue[head++] : sorted[next++];
      const cost = costs[base + state] + 1;
      for (let row = out.offsets[state]; row < out.offsets[state + 1]; row++) {
        const step = out.rows[row];
        const target = base + to[step];
        if (costs[target] <= cost) continue;
        costs[target] = cost;
        ways[target] = -1 - step;
        queue[tail++] = to[step];
      }
    }
  };

  const fill = (sequence: ArrayLike<number>): void => {
    const cells = (sequence.length + 1) * states;
    if (costs.length < cells) {
      costs = new Int32Array(2 * cells);
      ways = new Int32Array(2 * cells);
    }
    costs.fill(FAR, 0, states);
    costs[0] = 0;
    ways[0] = 0;
    settle(0);
    for (let at = 0; at < sequence.length; at++) {
      const before = at * states;
      const base = before + states;
      for (let state = 0; state < states; state++) {
        costs[base + state] = costs[before + state] + 1;
        ways[base + state] = 1;
      }
      const symbol = sequence[at];
      if (symbol >= 0 && symbol <= most) {
        for (let row = bySymbol.offsets[symbol]; row < bySymbol.offsets[symbol + 1]; row++) {
          const step = bySymbol.rows[row];
          const cost = costs[before + from[step]];
          const target = base + to[step];
          // Of equals the sequence moves alone later, so that what is done again is the second of two.
          if (cost >= costs[target]) continue;
          costs[target] = cost;
          ways[target] = 2 + step;
        }
      }
      settle(base);
    }
  };

  const cheapestEnd = (base: number): number => {
    let best = -1;
    for (let state = 0; state < states; state++)
      if (ends[state] === 1 && costs[base + state] < (best === -1 ? FAR : costs[base + best])) best = state;
    return best;
  };

  fill([]);
  const nearest = cheapestEnd(0);
  if (nearest === -1)
    throw new RangeError('No way of the model comes to an end; name a state at which it may be over.');
  const shortest = costs[nearest];
  return {
    shortest,
    align(sequence) {
      if ((sequence.length + 1) * states > MOST_CELLS) return null;
      fill(sequence);
      let state = cheapestEnd(sequence.length * states);
      const cost = costs[sequence.length * states + state];
      const moves: AlignedMove[] = [];
      for (let at = sequence.length; ; ) {
        const way = ways[at * states + state];
        if (at === 0 && way === 0) break;
        if (way === 1) moves.push({ kind: 'sequence', state, at: --at });
        else if (way < 0) {
          moves.push({ kind: 'model', step: -1 - way });
          state = from[-1 - way];
        } else {
          moves.push({ kind: 'both', step: way - 2, at: --at });
          state = from[way - 2];
        }
      }
      const worst = sequence.length + shortest;
      return { cost, fitness: worst === 0 ? 1 : 1 - cost / worst, moves: moves.reverse() };
    },
  };
}

/** Indexes of `keys` by key, as compressed rows. */
function rowsBy(
  keys: Int32Array,
  count: number,
): { readonly offsets: Int32Array; readonly rows: Int32Array } {
  const offsets = new Int32Array(count + 1);
  for (const key of keys) offsets[key + 1]++;
  for (let key = 0; key < count; key++) offsets[key + 1] += offsets[key];
  const next = offsets.slice();
  const rows = new Int32Array(keys.length);
  keys.forEach((key, at) => {
    rows[next[key]++] = at;
  });
  return { offsets, rows };
}

/** Writes the states that were come to, cheapest first; returns how many there are. */
function sortByCost(costs: Int32Array, base: number, states: number, sorted: Int32Array): number {
  let count = 0;
  let [least, most] = [FAR, -1];
  for (let state = 0; state < states; state++) {
    const cost = costs[base + state];
    if (cost >= FAR) continue;
    count++;
    if (cost < least) least = cost;
    if (cost > most) most = cost;
  }
  // Costs of one row lie close together: no further apart than the model is wide.
  const starts = new Int32Array(count === 0 ? 1 : most - least + 2);
  for (let state = 0; state < states; state++) {
    const cost = costs[base + state];
    if (cost < FAR) starts[cost - least + 1]++;
  }
  for (let at = 1; at < starts.length; at++) starts[at] += starts[at - 1];
  for (let state = 0; state < states; state++) {
    const cost = costs[base + state];
    if (cost < FAR) sorted[starts[cost - least]++] = state;
  }
  return count;
}

/** A reference's steps over an alphabet. */
export function modelOf(
  reference: {
    readonly states: number;
    readonly steps: readonly ReferenceStep[];
    readonly ends: ReadonlySet<number>;
  },
  symbolOf: (move: ReferenceStep['move']) => number,
): Model {
  return {
    states: reference.states,
    from: Int32Array.from(reference.steps, (step) => step.from),
    symbols: Int32Array.from(reference.steps, ({ move }) => symbolOf(move)),
    to: Int32Array.from(reference.steps, (step) => step.to),
    ends: Uint8Array.from({ length: reference.states }, (_, state) => (reference.ends.has(state) ? 1 : 0)),
  };
}
