import type { SymbolSequences } from './one-symbol.ts';

interface SplitLimits {
  /** The most states, including the start. */
  readonly states: number;
  /** Both parts of a split state keep at least this many visits. */
  readonly leastVisits: number;
}

/** States of sequences: 0 is the start, 1 … symbols the states of a symbol, then those split off. */
interface SplitStates {
  readonly stateCount: number;
  /** length = steps */
  readonly stateOf: Int32Array;
  /** length = states; the symbol that enters it, -1 for the start */
  readonly symbolOf: Int32Array;
}

/**
 * At first a state is the last symbol. Then, while there is room, those visits of a state that came from one other
 * state become a state of their own: always where this says most about what comes next,
 *
 *     sum over next of count · ln( p(next | from, state) / p(next | state) )
 *
 * where the end of a dialogue counts as a next symbol, unless turns follow that are not drawn. A state and a symbol always lead to one state, since what is
 * split off is all that came from one state: the automaton stays deterministic. Ties go to the smaller numbers.
 *
 * Time: steps · splits, and states² · symbols memory.
 */
export function splitStates(sequences: SymbolSequences, limits: SplitLimits): SplitStates {
  const { symbols, offsets, steps } = sequences;
  const stateOf = steps.map((symbol) => symbol + 1);
  const symbolOf = [-1, ...symbols.keys()];
  while (symbolOf.length < limits.states) {
    const split = bestSplit(sequences, stateOf, symbolOf.length, limits.leastVisits);
    if (split === null) break;
    for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
      let from = 0;
      for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
        const state = stateOf[step];
        if (state === split.state && from === split.from) stateOf[step] = symbolOf.length;
        from = state;
      }
    }
    symbolOf.push(symbolOf[split.state]);
  }
  return { stateCount: symbolOf.length, stateOf, symbolOf: Int32Array.from(symbolOf) };
}

function bestSplit(
  { symbols, offsets, steps, isWhole }: SymbolSequences,
  stateOf: Int32Array,
  stateCount: number,
  leastVisits: number,
): { readonly state: number; readonly from: number } | null {
  const nexts = symbols.length + 1;
  // How often `next` followed in a state after another state; the last index is the end.
  const counts = new Int32Array(stateCount * stateCount * nexts);
  const totals = new Int32Array(stateCount * nexts);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    let from = 0;
    const end = offsets[dialogue + 1];
    for (let step = offsets[dialogue]; step < end; step++) {
      const state = stateOf[step];
      const next = step + 1 < end ? steps[step + 1] : isWhole[dialogue] === 1 ? nexts - 1 : -1;
      if (next !== -1) {
        counts[(state * stateCount + from) * nexts + next]++;
        totals[state * nexts + next]++;
      }
      from = state;
    }
  }
  let best: { readonly state: number; readonly from: number } | null = null;
  let most = 0;
  for (let state = 1; state < stateCount; state++) {
    const own = totals.subarray(state * nexts, (state + 1) * nexts);
    const visits = own.reduce((sum, count) => sum + count, 0);
    for (let from = 0; from < stateCount; from++) {
      const start = (state * stateCount + from) * nexts;
      const part = counts.subarray(start, start + nexts);
      const partVisits = part.reduce((sum, count) => sum + count, 0);
      if (partVisits < leastVisits || visits - partVisits < leastVisits) continue;
      let gain = 0;
      for (let next = 0; next < nexts; next++) {
        if (part[next] > 0) gain += part[next] * Math.log((part[next] * visits) / (partVisits * own[next]));
      }
      if (gain <= most) continue;
      most = gain;
      best = { state, from };
    }
  }
  return best;
}
