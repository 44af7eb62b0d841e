import { type AutomatonStructure, isEndDrawn } from '../../domain/automaton.ts';

interface TransitionLimits {
  /** The least number of dialogues of a transition that stands out. */
  readonly leastDialogues: number;
  /** The least share of its state's outgoing dialogues, 0 … 1. */
  readonly leastShare: number;
  /** The least ratio of its frequency here to its symbol's frequency in general. */
  readonly lift: number;
  /** With this share of all that leave its state, 0 … 1, a transition does not need `lift`. */
  readonly alwaysShare: number;
}

/**
 * Returns the most frequent transitions, as many as stand out. Taking only those that do would follow up to 7 % fewer
 * unseen turns. Each state keeps its strongest transition in. It also keeps the strongest one out, unless a visible end
 * is stronger. All states stay reachable.
 * @param wanted their number; more if needed to reach every state
 * @returns length = transitions; 1 = a main transition
 */
export function mainTransitions(
  automaton: AutomatonStructure,
  limits: TransitionLimits,
  wanted: number | null = null,
): Uint8Array {
  const { transitionSupport } = automaton;
  const isMain = strongestInAndOut(automaton);
  const standsOut = standingOut(automaton, limits).map((yes, transition) => yes | isMain[transition]);
  connectStates(automaton, isMain);
  connectStates(automaton, standsOut);
  let left = (wanted ?? drawnIn(standsOut)) - drawnIn(isMain);
  const byDialogues = [...isMain.keys()].sort((a, b) => transitionSupport[b] - transitionSupport[a] || a - b);
  for (const transition of byDialogues) {
    if (left <= 0) break;
    if (isMain[transition] === 1) continue;
    isMain[transition] = 1;
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
    for (let transition = transitionOffsets[state]; transition < transitionOffsets[state + 1]; transition++) {
      const support = transitionSupport[transition];
      const target = transitionTargets[transition];
      if (bestOut === -1 || support > transitionSupport[bestOut]) bestOut = transition;
      if (target !== state && (bestIn[target] === -1 || support > transitionSupport[bestIn[target]]))
        bestIn[target] = transition;
    }
    const mostEnd = isEndDrawn(state, ends, dialogueCount) && ends[state]! > transitionSupport[bestOut]!;
    if (bestOut !== -1 && !mostEnd) isStrongest[bestOut] = 1;
  }
  for (const transition of bestIn) if (transition !== -1) isStrongest[transition] = 1;
  return isStrongest;
}

function standingOut(automaton: AutomatonStructure, limits: TransitionLimits): Uint8Array {
  const { stateCount, transitionOffsets, transitionSymbols, transitionSupport } = automaton;
  const isOut = new Uint8Array(transitionSupport.length);
  const usual = usualShares(automaton);
  for (let state = 0; state < stateCount; state++) {
    const first = transitionOffsets[state];
    const end = transitionOffsets[state + 1];
    let exits = 0;
    for (let transition = first; transition < end; transition++) exits += transitionSupport[transition];
    for (let transition = first; transition < end; transition++) {
      const support = transitionSupport[transition];
      const unusual = Math.min(limits.alwaysShare, limits.lift * usual[transitionSymbols[transition]]);
      const least = Math.max(limits.leastShare, unusual) * exits;
      if (support >= limits.leastDialogues && support >= least) isOut[transition] = 1;
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
      for (
        let transition = transitionOffsets[state];
        transition < transitionOffsets[state + 1];
        transition++
      ) {
        const target = transitionTargets[transition];
        if (reached.has(target)) continue;
        if (isMain[transition] === 1) reached.add(target);
        else if (best === -1 || transitionSupport[transition] > transitionSupport[best]) best = transition;
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
  transitionSupport.forEach((support, transition) => {
    const symbol = transitionSymbols[transition];
    own[symbol] += support;
    ofRole.set(symbols[symbol].role, (ofRole.get(symbols[symbol].role) ?? 0) + support);
  });
  return own.map((support, symbol) => support / Math.max(1, ofRole.get(symbols[symbol].role) ?? 0));
}
