import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { formatAmount } from '../../../domain/figure-text.ts';
import { LEAST_SHARED } from '../../../domain/sharing.ts';

export interface PartLimits {
  /** States with smaller |I(q)|, and transitions with fewer dialogues, are left out; "more than ten dialogues" is 11. */
  readonly minimumSupport: number;
  readonly maximumDepth: number | null;
  readonly keepsState?: (state: number) => boolean;
  readonly keepsTransition?: (transition: number) => boolean;
}

/** Returns the part within the limits that q₀ reaches, without unused symbols, which it must not name. Linear. */
export function restrictAutomaton(whole: AutomatonStructure, limits: PartLimits) {
  const maximumDepth = limits.maximumDepth ?? Number.POSITIVE_INFINITY;
  const { keepsState = () => true, keepsTransition = () => true } = limits;
  const isKept = (transition: number): boolean => {
    const target = whole.transitionTargets[transition];
    return (
      whole.transitionSupport[transition] >= limits.minimumSupport &&
      whole.support[target] >= limits.minimumSupport &&
      whole.depths[target] <= maximumDepth &&
      keepsState(target) &&
      keepsTransition(transition)
    );
  };

  const depthOf = new Map([[0, 0]]);
  const kept: { readonly from: number; readonly transition: number }[] = [];
  // A Map is iterated in the order of insertion, even while it grows: so this is breadth first.
  for (const [state, depth] of depthOf) {
    for (let t = whole.transitionOffsets[state]; t < whole.transitionOffsets[state + 1]; t++) {
      if (!isKept(t)) continue;
      kept.push({ from: state, transition: t });
      if (!depthOf.has(whole.transitionTargets[t])) depthOf.set(whole.transitionTargets[t], depth + 1);
    }
  }
  const states = Int32Array.from(depthOf.keys()).sort();
  const numberOf = new Map(Array.from(states, (state, number) => [state, number]));
  kept.sort((left, right) => left.transition - right.transition);
  const symbolIds = [...new Set(kept.map(({ transition }) => whole.transitionSymbols[transition]))].sort(
    (left, right) => left - right,
  );
  const newSymbol = new Map(symbolIds.map((symbol, id) => [symbol, id]));
  const transitionOffsets = new Int32Array(states.length + 1);
  for (const { from } of kept) transitionOffsets[numberOf.get(from)! + 1]++;
  for (let state = 0; state < states.length; state++)
    transitionOffsets[state + 1] += transitionOffsets[state];
  const column = (read: (transition: number) => number) =>
    Int32Array.from(kept, ({ transition }) => read(transition));
  return {
    states,
    structure: {
      symbols: symbolIds.map((symbol) => whole.symbols[symbol]),
      stateCount: states.length,
      dialogueCount: whole.dialogueCount,
      transitionOffsets,
      transitionSymbols: column((t) => newSymbol.get(whole.transitionSymbols[t])!),
      transitionTargets: column((t) => numberOf.get(whole.transitionTargets[t])!),
      transitionSupport: column((t) => whole.transitionSupport[t]),
      support: states.map((state) => whole.support[state]),
      ends: states.map((state) => whole.ends[state]),
      merged: states.map((state) => whole.merged[state]),
      roles: Uint8Array.from(states, (state) => whole.roles[state]),
      depths: states.map((state) => depthOf.get(state)!),
    },
  };
}

interface ShareablePart {
  readonly structure: AutomatonStructure;
  readonly states: Int32Array;
  readonly least: number;
  readonly isShown: boolean;
  readonly statesLeftOut: number;
  readonly transitionsLeftOut: number;
}

/** Returns the states, transitions and tags with at least `least` dialogues. Rarer ends count as 0. */
export function shareableAutomaton(
  whole: AutomatonStructure,
  least: number = LEAST_SHARED,
  shown: Pick<PartLimits, 'keepsState' | 'keepsTransition'> = {},
): ShareablePart {
  const limits = { minimumSupport: least, maximumDepth: null, ...shown };
  const { structure, states } = restrictAutomaton(whole, limits);
  return {
    isShown: shown.keepsState !== undefined,
    structure: { ...structure, ends: structure.ends.map((count) => (count < least ? 0 : count)) },
    states,
    least,
    statesLeftOut: whole.stateCount - structure.stateCount,
    transitionsLeftOut: whole.transitionTargets.length - structure.transitionTargets.length,
  };
}

export function describeLeftOut({
  least,
  isShown,
  statesLeftOut,
  transitionsLeftOut,
}: ShareablePart): string {
  if (isShown && statesLeftOut + transitionsLeftOut === 0)
    return 'left out: nothing, because all of it is shown';
  if (statesLeftOut + transitionsLeftOut === 0)
    return `left out: nothing, because everything has at least ${least} dialogues`;
  const states = statesLeftOut > 0 && formatAmount(statesLeftOut, 'state');
  const transitions = transitionsLeftOut > 0 && formatAmount(transitionsLeftOut, 'transition');
  const parts = [states, transitions].filter((part) => part !== false).join(' and ');
  if (isShown)
    return `left out: ${parts} that are not shown${least > 1 ? ` or have fewer than ${least} dialogues` : ''}`;
  return `left out: ${parts} with fewer than ${least} dialogues`;
}
