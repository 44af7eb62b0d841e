import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { NO_ROLE } from '../../automaton/assemble.ts';
import { compareCodePoints } from '../../automaton/corpus/code-point-order.ts';
import { countingSort, range } from '../../automaton/corpus/counting-sort.ts';
import type { TrackedContext } from './context-parts.ts';

/** The names of positions. The last one includes all later answers. */
const POSITION_NAMES = ['first answer', 'second answer', 'third answer or later'] as const;

export function positionName(position: number): string {
  return POSITION_NAMES[Math.min(position, POSITION_NAMES.length - 1)]!;
}

export function enteringSymbol({ automaton, symbols }: TrackedContext, state: number): SymbolInfo {
  const back = automaton.enteringBacks[state];
  const symbol = automaton.enteringSymbols[state]!;
  if (back === 0) return { role: 'system', tag: positionName(symbol) };
  const { role, tag } = symbols[symbol]!;
  return { role, tag: `${tag}, ${howLongBefore(back)}` };
}

const howLongBefore = (back: number): string => (back === 1 ? 'just before' : `${back} turns before`);

/**
 * Returns the arrays from which a graph is drawn. A dialogue counts once per state. It ends at a state if the route of
 * one of its turns does.
 * @param deepest given if already known
 */
export function contextStructure(
  context: TrackedContext,
  deepest: Int32Array = deepestStates(context),
): AutomatonStructure {
  const { automaton, dialogueCount } = context;
  const { stateCount, parents, childOffsets, children } = automaton;
  const { symbols, idOf } = alphabetOf(context);
  const support = distinctDialogues(context);
  const depths = new Int32Array(stateCount);
  const roles = new Uint8Array(stateCount).fill(NO_ROLE);
  for (let state = 1; state < stateCount; state++) {
    depths[state] = depths[parents[state]!]! + 1;
    roles[state] = ROLES.indexOf(symbols[idOf[state]!]!.role);
  }
  const transitionTargets = children.slice();
  for (let state = 0; state < stateCount; state++) {
    if (childOffsets[state + 1]! - childOffsets[state]! < 2) continue;
    transitionTargets
      .subarray(childOffsets[state], childOffsets[state + 1])
      .sort((left, right) => idOf[left]! - idOf[right]!);
  }
  return {
    symbols,
    stateCount,
    dialogueCount,
    transitionOffsets: childOffsets.slice(),
    transitionSymbols: transitionTargets.map((state) => idOf[state]!),
    transitionTargets,
    transitionSupport: transitionTargets.map((target) => support[target]!),
    support: support.with(0, dialogueCount),
    ends: endsOf(context, deepest),
    merged: new Int32Array(stateCount).fill(1),
    roles,
    depths,
  };
}

/** Returns the symbols in code-point order, and for each state the one that enters it; -1 for q₀. */
function alphabetOf(context: TrackedContext): { symbols: SymbolInfo[]; idOf: Int32Array } {
  const { automaton } = context;
  // A symbol is a tag and a distance, so that each is named once, not once per state.
  const stride = context.symbols.length + POSITION_NAMES.length;
  const keyOf = (state: number): number =>
    automaton.enteringBacks[state]! * stride + automaton.enteringSymbols[state]!;
  let furthest = 0;
  for (let state = 1; state < automaton.stateCount; state++)
    furthest = Math.max(furthest, automaton.enteringBacks[state]!);
  const ids = new Int32Array((furthest + 1) * stride).fill(-1);
  const found: { readonly key: number; readonly symbol: SymbolInfo }[] = [];
  for (let state = 1; state < automaton.stateCount; state++) {
    const key = keyOf(state);
    if (ids[key] !== -1) continue;
    ids[key] = found.length;
    found.push({ key, symbol: enteringSymbol(context, state) });
  }
  found.sort(
    ({ symbol: a }, { symbol: b }) => compareCodePoints(a.role, b.role) || compareCodePoints(a.tag, b.tag),
  );
  const symbols: SymbolInfo[] = [];
  for (const { key, symbol } of found) {
    // A tag may be named like a position, or like another tag with its distance.
    const last = symbols[symbols.length - 1];
    if (last === undefined || last.role !== symbol.role || last.tag !== symbol.tag) symbols.push(symbol);
    ids[key] = symbols.length - 1;
  }
  const idOf = new Int32Array(automaton.stateCount).fill(-1);
  for (let state = 1; state < automaton.stateCount; state++) idOf[state] = ids[keyOf(state)]!;
  return { symbols, idOf };
}

function distinctDialogues({ automaton, replyDialogues, dialogueCount }: TrackedContext): Int32Array {
  const counts = new Int32Array(automaton.stateCount);
  const lastState = new Int32Array(dialogueCount).fill(-1);
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let slot = automaton.rangeStarts[state]!; slot < automaton.rangeEnds[state]!; slot++) {
      const dialogue = replyDialogues[automaton.replies[slot]!]!;
      if (lastState[dialogue] === state) continue;
      lastState[dialogue] = state;
      counts[state]!++;
    }
  }
  return counts;
}

/** length = slots; the deepest state of the turn in each slot */
export function deepestStates({ automaton }: TrackedContext): Int32Array {
  const deepest = new Int32Array(automaton.replies.length);
  // A state's id is larger than its parent's, so the last one to write is the deepest.
  for (let state = 0; state < automaton.stateCount; state++) {
    deepest.fill(state, automaton.rangeStarts[state], automaton.rangeEnds[state]);
  }
  return deepest;
}

function endsOf(context: TrackedContext, deepest: Int32Array): Int32Array {
  const { automaton, replyDialogues, dialogueCount } = context;
  const slotsByState = countingSort(range(0, deepest.length), automaton.stateCount, (at) => deepest[at]!);
  const ends = new Int32Array(automaton.stateCount);
  const lastState = new Int32Array(dialogueCount).fill(-1);
  for (const slot of slotsByState) {
    const dialogue = replyDialogues[automaton.replies[slot]!]!;
    if (lastState[dialogue] === deepest[slot]) continue;
    lastState[dialogue] = deepest[slot]!;
    ends[deepest[slot]!]!++;
  }
  return ends;
}
