import type { ReferenceStep } from './reference.ts';

export interface Model {
  readonly states: number;
  readonly from: Int32Array;
  readonly symbols: Int32Array;
  readonly to: Int32Array;
  /** length = states; 1 = a sequence may end here */
  readonly ends: Uint8Array;
}

export type AlignedMove =
  | { readonly kind: 'both'; readonly step: number; readonly at: number }
  | { readonly kind: 'sequence'; readonly state: number; readonly at: number }
  | { readonly kind: 'model'; readonly step: number };

interface Alignment {
  /** Moves of one side alone. */
  readonly cost: number;
  /** 1 − cost ÷ (length + the model's shortest path): 1 if the sequence is one of the model's. */
  readonly fitness: number;
  readonly moves: readonly AlignedMove[];
}

interface Aligner {
  readonly shortest: number;
  /** @returns null if the sequence is too long for the bound of cells */
  align(sequence: ArrayLike<number>): Alignment | null;
}

const FAR = 1 << 28;
/** States times steps of one dialogue; 64 MB at the most. */
const MOST_CELLS = 8_000_000;

/**
 * Finds cheapest alignments, where each unmatched move costs 1 (van der Aalst, Adriansyah and van Dongen 2012).
 * Of equal ones, the longest matched beginning wins, so that a deviation is reported where it happens.
 * O(length · (states + steps)) per sequence. Throws a RangeError if no path of the model ends.
 */
export function createAligner(model: Model): Aligner {
  const { states, from, symbols, to, ends } = model;
  const into = rowsBy(to, states);
  const out = rowsBy(from, states);
  const most = symbols.reduce((largest, symbol) => Math.max(largest, symbol), -1);
  const bySymbol = rowsBy(symbols, most + 1);
  const queue = new Int32Array(states + from.length + 1);
  const sorted = new Int32Array(states);
  /** Row k, by state: the cost of the last k moves of the sequence. */
  let costs = new Int32Array(0);

  /** Lets the model move alone within a row, cheapest first. A queue keeps that order, since every move costs 1. */
  const settle = (base: number): void => {
    const count = sortByCost(costs, base, states, sorted);
    let [next, head, tail] = [0, 0, 0];
    while (next < count || head < tail) {
      const first = next < count ? costs[base + sorted[next]] : FAR;
      const state = head < tail && costs[base + queue[head]] <= first ? queue[head++] : sorted[next++];
      const cost = costs[base + state] + 1;
      for (let row = into.offsets[state]; row < into.offsets[state + 1]; row++) {
        const before = from[into.rows[row]];
        if (costs[base + before] <= cost) continue;
        costs[base + before] = cost;
        queue[tail++] = before;
      }
    }
  };

  const fill = (sequence: ArrayLike<number>): void => {
    const cells = (sequence.length + 1) * states;
    if (costs.length < cells) costs = new Int32Array(2 * cells);
    for (let state = 0; state < states; state++) costs[state] = ends[state] === 1 ? 0 : FAR;
    settle(0);
    for (let left = 1; left <= sequence.length; left++) {
      const base = left * states;
      const after = base - states;
      for (let state = 0; state < states; state++) costs[base + state] = costs[after + state] + 1;
      const symbol = sequence[sequence.length - left];
      if (symbol >= 0 && symbol <= most) {
        for (let row = bySymbol.offsets[symbol]; row < bySymbol.offsets[symbol + 1]; row++) {
          const step = bySymbol.rows[row];
          const cell = base + from[step];
          costs[cell] = Math.min(costs[cell], costs[after + to[step]]);
        }
      }
      settle(base);
    }
  };

  /** Returns a step from a state after which this cost remains; -1 if there is none. */
  const stepFrom = (state: number, base: number, cost: number, symbol: number | null): number => {
    for (let row = out.offsets[state]; row < out.offsets[state + 1]; row++) {
      const step = out.rows[row];
      if ((symbol === null || symbols[step] === symbol) && costs[base + to[step]] === cost) return step;
    }
    return -1;
  };

  /** Returns the steps of the longest matched beginning. Several steps may have the same symbol. */
  const matchedBeginning = (sequence: ArrayLike<number>, total: number): number[] => {
    const reached: Map<number, number>[] = [new Map([[0, -1]])];
    for (let at = 0; at < sequence.length; at++) {
      const after = (sequence.length - at - 1) * states;
      const next = new Map<number, number>();
      for (const state of reached[at].keys()) {
        for (let row = out.offsets[state]; row < out.offsets[state + 1]; row++) {
          const step = out.rows[row];
          if (symbols[step] === sequence[at] && costs[after + to[step]] === total && !next.has(to[step]))
            next.set(to[step], step);
        }
      }
      if (next.size === 0) break;
      reached.push(next);
    }
    const steps: number[] = [];
    let [state] = reached[reached.length - 1].keys();
    for (let at = reached.length - 1; at > 0; at--) {
      const step = reached[at].get(state) ?? -1;
      steps.push(step);
      state = from[step];
    }
    return steps.reverse();
  };

  /** Returns the model's first move towards a match of the symbol at no extra cost; -1 if there is none. */
  const skipToMatch = (start: number, base: number, cost: number, symbol: number): number => {
    const seen = new Set([start]);
    let reached = [{ state: start, first: -1 }];
    for (let left = cost; reached.length > 0; left--) {
      const next: typeof reached = [];
      for (const { state, first } of reached) {
        if (first !== -1 && stepFrom(state, base - states, left, symbol) !== -1) return first;
        for (let row = out.offsets[state]; row < out.offsets[state + 1]; row++) {
          const step = out.rows[row];
          if (seen.has(to[step]) || costs[base + to[step]] !== left - 1) continue;
          seen.add(to[step]);
          next.push({ state: to[step], first: first === -1 ? step : first });
        }
      }
      reached = next;
    }
    return -1;
  };

  fill([]);
  const shortest = costs[0];
  if (shortest >= FAR)
    throw new RangeError(
      'No path through the model can end. Specify at least one state where a path may end.',
    );
  return {
    shortest,
    align(sequence) {
      const { length } = sequence;
      if ((length + 1) * states > MOST_CELLS) return null;
      fill(sequence);
      const total = costs[length * states];
      const matched = matchedBeginning(sequence, total);
      const moves: AlignedMove[] = matched.map((step, at) => ({ kind: 'both', step, at }));
      let state = matched.length === 0 ? 0 : to[matched[matched.length - 1]];
      let at = matched.length;
      for (let cost = total; at < length || cost > 0; ) {
        const base = (length - at) * states;
        const after = base - states;
        const match = at < length ? stepFrom(state, after, cost, sequence[at]) : -1;
        if (match !== -1) {
          moves.push({ kind: 'both', step: match, at: at++ });
          state = to[match];
          continue;
        }
        const isExtra = at < length && costs[after + state] === cost - 1;
        const step = isExtra
          ? skipToMatch(state, base, cost, sequence[at])
          : stepFrom(state, base, cost - 1, null);
        cost--;
        if (step === -1) moves.push({ kind: 'sequence', state, at: at++ });
        else {
          moves.push({ kind: 'model', step });
          state = to[step];
        }
      }
      const worst = length + shortest;
      return { cost: total, fitness: worst === 0 ? 1 : 1 - total / worst, moves };
    },
  };
}

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
