import type { AutomatonStructure } from '../../domain/automaton.ts';

interface WayLimits {
  /** A way is taken by at least this many dialogues. */
  readonly leastDialogues: number;
  /** And by at least this share of what leaves its state, 0 … 1. */
  readonly leastShare: number;
  /** It is this many times as frequent as its symbol is anywhere, … */
  readonly lift: number;
  /** … or at least this share of what leaves its state, 0 … 1. */
  readonly alwaysShare: number;
}

/**
 * The transitions worth drawing: those that many dialogues take, that are no small part of their state's exits, and
 * that are more than usual or a large part of them; and of each state the strongest way in and the strongest way out, so that nothing hangs in the air.
 *
 * @returns length = transitions; 1 = a main way
 */
export function mainWays(automaton: AutomatonStructure, limits: WayLimits): Uint8Array {
  const { stateCount, transitionOffsets, transitionTargets, transitionSymbols, transitionSupport } =
    automaton;
  const isMain = new Uint8Array(transitionTargets.length);
  const bestIn = new Int32Array(stateCount).fill(-1);
  const usual = usualShares(automaton);
  for (let state = 0; state < stateCount; state++) {
    const first = transitionOffsets[state];
    const end = transitionOffsets[state + 1];
    let exits = 0;
    for (let way = first; way < end; way++) exits += transitionSupport[way];
    let bestOut = -1;
    for (let way = first; way < end; way++) {
      const support = transitionSupport[way];
      const target = transitionTargets[way];
      const unusual = Math.min(limits.alwaysShare, limits.lift * usual[transitionSymbols[way]]);
      const least = Math.max(limits.leastShare, unusual);
      if (support >= limits.leastDialogues && support >= least * exits) isMain[way] = 1;
      if (bestOut === -1 || support > transitionSupport[bestOut]) bestOut = way;
      if (target !== state && (bestIn[target] === -1 || support > transitionSupport[bestIn[target]]))
        bestIn[target] = way;
    }
    if (bestOut !== -1) isMain[bestOut] = 1;
  }
  for (const way of bestIn) if (way !== -1) isMain[way] = 1;
  connectStates(automaton, isMain);
  return isMain;
}

/** Makes the strongest ways main that it takes to come from the start to every state; ties go to the first. */
export function connectStates(automaton: AutomatonStructure, isMain: Uint8Array): void {
  const { stateCount, transitionOffsets, transitionTargets, transitionSupport } = automaton;
  const reached = new Set([0]);
  while (reached.size < stateCount) {
    let best = -1;
    const sizeBefore = reached.size;
    // A Set is walked in the order of insertion, even while it grows.
    for (const state of reached) {
      for (let way = transitionOffsets[state]; way < transitionOffsets[state + 1]; way++) {
        const target = transitionTargets[way];
        if (reached.has(target)) continue;
        if (isMain[way] === 1) reached.add(target);
        else if (best === -1 || transitionSupport[way] > transitionSupport[best]) best = way;
      }
    }
    if (reached.size > sizeBefore) continue;
    if (best === -1) return;
    isMain[best] = 1;
  }
}

/** How large a part each symbol is of all ways of its role, 0 … 1. */
function usualShares({ symbols, transitionSymbols, transitionSupport }: AutomatonStructure): Float64Array {
  const ofRole = new Map<string, number>();
  const own = new Float64Array(symbols.length);
  transitionSupport.forEach((support, way) => {
    const symbol = transitionSymbols[way];
    own[symbol] += support;
    ofRole.set(symbols[symbol].role, (ofRole.get(symbols[symbol].role) ?? 0) + support);
  });
  return own.map((support, symbol) => support / Math.max(1, ofRole.get(symbols[symbol].role) ?? 0));
}
