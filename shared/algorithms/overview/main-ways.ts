import { type AutomatonStructure, isEndDrawn } from '../../domain/automaton.ts';

interface WayLimits {
  /** A transition stands out if at least this many dialogues take it */
  readonly leastDialogues: number;
  /** and it has at least this share of its state's outgoing dialogues, 0 … 1, */
  readonly leastShare: number;
  /** and its frequency here is at least this many times its symbol's frequency in general, */
  readonly lift: number;
  /** or has at least this share of all that leave its state, 0 … 1. */
  readonly alwaysShare: number;
}

/**
 * Returns the main transitions: the most frequent ones, as many as stand out. Each state keeps its strongest transition
 * in and out, and all states stay reachable. A state with a stronger drawn end needs none out. Drawing exactly those
 * that stand out would omit frequent ones and follow up to 7 % fewer unseen turns.
 * @param wanted their number; more if needed to reach every state
 * @returns length = transitions; 1 = a main transition
 */
export function mainWays(
  automaton: AutomatonStructure,
  limits: WayLimits,
  wanted: number | null = null,
): Uint8Array {
  const { transitionSupport } = automaton;
  const isMain = strongestInAndOut(automaton);
  const standsOut = standingOut(automaton, limits).map((yes, way) => yes | isMain[way]);
  connectStates(automaton, isMain);
  connectStates(automaton, standsOut);
  let left = (wanted ?? drawnIn(standsOut)) - drawnIn(isMain);
  const byDialogues = [...isMain.keys()].sort((a, b) => transitionSupport[b] - transitionSupport[a] || a - b);
  for (const way of byDialogues) {
    if (left <= 0) break;
    if (isMain[way] === 1) continue;
    isMain[way] = 1;
    left--;
  }
  return isMain;
}

export const drawnIn = (isMain: Uint8Array): number => isMain.reduce((total, mark) => total + mark, 0);

function strongestInAndOut(automaton: AutomatonStructure): Uint8Array {
  const { stateCount, dialogueCount, ends, transitionOffsets, transitionTargets, transitionSupport } =
    automaton;
  const isStrongest = new Uint8Array(transitionTargets.length);
  const bestIn = new Int32Array(stateCount).fill(-1);
  for (let state = 0; state < stateCount; state++) {
    let bestOut = -1;
    for (let way = transitionOffsets[state]; way < transitionOffsets[state + 1]; way++) {
      const support = transitionSupport[way];
      const target = transitionTargets[way];
      if (bestOut === -1 || support > transitionSupport[bestOut]) bestOut = way;
      if (target !== state && (bestIn[target] === -1 || support > transitionSupport[bestIn[target]]))
        bestIn[target] = way;
    }
    const mostEnd = isEndDrawn(state, ends, dialogueCount) && ends[state]! > transitionSupport[bestOut]!;
    if (bestOut !== -1 && !mostEnd) isStrongest[bestOut] = 1;
  }
  for (const way of bestIn) if (way !== -1) isStrongest[way] = 1;
  return isStrongest;
}

function standingOut(automaton: AutomatonStructure, limits: WayLimits): Uint8Array {
  const { stateCount, transitionOffsets, transitionSymbols, transitionSupport } = automaton;
  const isOut = new Uint8Array(transitionSupport.length);
  const usual = usualShares(automaton);
  for (let state = 0; state < stateCount; state++) {
    const first = transitionOffsets[state];
    const end = transitionOffsets[state + 1];
    let exits = 0;
    for (let way = first; way < end; way++) exits += transitionSupport[way];
    for (let way = first; way < end; way++) {
      const support = transitionSupport[way];
      const unusual = Math.min(limits.alwaysShare, limits.lift * usual[transitionSymbols[way]]);
      const least = Math.max(limits.leastShare, unusual) * exits;
      if (support >= limits.leastDialogues && support >= least) isOut[way] = 1;
    }
  }
  return isOut;
}

/** Adds the strongest transitions needed to reach every state from the start; ties go to the first. */
export function connectStates(automaton: AutomatonStructure, isMain: Uint8Array): void {
  const { stateCount, transitionOffsets, transitionTargets, transitionSupport } = automaton;
  const reached = new Set([0]);
  while (reached.size < stateCount) {
    let best = -1;
    const sizeBefore = reached.size;
    // A Set is iterated in the order of insertion, even while it grows.
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
