import { compareCodePoints } from '#shared/algorithms/automaton/code-point-order.ts';
import type { AutomatonStructure } from '#shared/domain/automaton.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';
import type { TrackedContext } from './context-parts.ts';

/** How positions are called; the last stands for all later ones. */
const POSITION_NAMES = ['first answer', 'second answer', 'third answer or later'] as const;
/** Role of q₀, which no symbol enters. */
const NO_ROLE = 2;

export function positionName(position: number): string {
  return POSITION_NAMES[Math.min(position, POSITION_NAMES.length - 1)];
}

/** The symbol that enters a state, as shown: a tag with how far back it was said, or which answer of the system it is. */
export function enteringSymbol({ automaton, symbols }: TrackedContext, state: number): SymbolInfo {
  const back = automaton.enteringBacks[state];
  const symbol = automaton.enteringSymbols[state];
  if (back === 0) return { role: 'system', tag: positionName(symbol) };
  const { role, tag } = symbols[symbol];
  return { role, tag: `${tag} · ${back} back` };
}

/**
 * A context automaton in the columns in which every automaton is drawn. A dialogue counts once at a state, however
 * many of its turns are tracked there; it ends at a state if the route of one of its turns does.
 */
export function contextStructure(context: TrackedContext): AutomatonStructure {
  const { automaton, dialogueCount } = context;
  const { stateCount, parents, childOffsets, children } = automaton;
  const entering = Array.from({ length: stateCount }, (_, state) =>
    state === 0 ? null : enteringSymbol(context, state),
  );
  const { symbols, idOf } = alphabetOf(entering);
  const support = distinctDialogues(context);
  const depths = new Int32Array(stateCount);
  const roles = new Uint8Array(stateCount).fill(NO_ROLE);
  for (let state = 1; state < stateCount; state++) {
    depths[state] = depths[parents[state]] + 1;
    const symbol = entering[state];
    if (symbol) roles[state] = ROLES.indexOf(symbol.role);
  }
  const transitionTargets = children.slice();
  for (let state = 0; state < stateCount; state++) {
    transitionTargets
      .subarray(childOffsets[state], childOffsets[state + 1])
      .sort((left, right) => idOf(left) - idOf(right));
  }
  return {
    symbols,
    stateCount,
    dialogueCount,
    transitionOffsets: childOffsets.slice(),
    transitionSymbols: transitionTargets.map(idOf),
    transitionTargets,
    transitionSupport: transitionTargets.map((target) => support[target]),
    // Every dialogue begins at q₀, also one without a turn to be tracked.
    support: support.with(0, dialogueCount),
    ends: endsOf(context),
    united: new Int32Array(stateCount).fill(1),
    roles,
    depths,
  };
}

function alphabetOf(entering: readonly (SymbolInfo | null)[]) {
  const keyOf = ({ role, tag }: SymbolInfo): string => `${role} ${tag}`;
  const found = new Map<string, SymbolInfo>();
  for (const symbol of entering) if (symbol) found.set(keyOf(symbol), symbol);
  const symbols = [...found.values()].sort(
    (a, b) => compareCodePoints(a.role, b.role) || compareCodePoints(a.tag, b.tag),
  );
  const ids = new Map(symbols.map((symbol, id) => [keyOf(symbol), id]));
  const byState = Int32Array.from(entering, (symbol) => (symbol ? (ids.get(keyOf(symbol)) as number) : -1));
  return { symbols, idOf: (state: number) => byState[state] };
}

/** Per state, how many dialogues have a turn that it tracks. */
function distinctDialogues({ automaton, turnDialogues, dialogueCount }: TrackedContext): Int32Array {
  const counts = new Int32Array(automaton.stateCount);
  const lastState = new Int32Array(dialogueCount).fill(-1);
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let place = automaton.rangeStarts[state]; place < automaton.rangeEnds[state]; place++) {
      const dialogue = turnDialogues[automaton.turns[place]];
      if (lastState[dialogue] === state) continue;
      lastState[dialogue] = state;
      counts[state]++;
    }
  }
  return counts;
}

/** length = places; the deepest state that tracks the turn at each place of the permutation */
export function deepestStates({ automaton }: TrackedContext): Int32Array {
  const deepest = new Int32Array(automaton.turns.length);
  // A state's id is larger than its parent's, so the last one to write is the deepest.
  for (let state = 0; state < automaton.stateCount; state++) {
    deepest.fill(state, automaton.rangeStarts[state], automaton.rangeEnds[state]);
  }
  return deepest;
}

function endsOf(context: TrackedContext): Int32Array {
  const { automaton, turnDialogues } = context;
  const ends = new Int32Array(automaton.stateCount);
  const seen = new Set<number>();
  deepestStates(context).forEach((state, place) => {
    const key = state * context.dialogueCount + turnDialogues[automaton.turns[place]];
    if (seen.has(key)) return;
    seen.add(key);
    ends[state]++;
  });
  return ends;
}
