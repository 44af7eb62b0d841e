import type { Automaton } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { countingSort, range } from './corpus/counting-sort.ts';
import type { PrefixTree } from './tree/prefix-tree.ts';

/** Role code of a state that no symbol enters, which is q₀. */
export const NO_ROLE = ROLES.length;

/**
 * Builds the automaton whose states are classes of tree states, numbered breadth first from q₀, by symbol id.
 *
 * @param classOf class of each tree state, 0 … tree states - 1. It must be a congruence: children of one class by one
 *   symbol are in one class. The identity gives the tree itself as an automaton.
 * @throws Error if it is no congruence
 */
export function assembleAutomaton(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  classOf: Int32Array,
): Automaton {
  const rows = transitionRows(tree, symbols.length, classOf);
  const { order, depths } = breadthFirst(rows, classOf[0]);
  const stateCount = order.length;
  const stateOfClass = new Int32Array(tree.stateCount);
  order.forEach((stateClass, state) => {
    stateOfClass[stateClass] = state;
  });

  const transitionOffsets = new Int32Array(stateCount + 1);
  const transitionSymbols = new Int32Array(rows.symbols.length);
  const transitionTargets = new Int32Array(rows.symbols.length);
  const transitionOfRow = new Int32Array(rows.symbols.length);
  const roles = new Uint8Array(stateCount).fill(NO_ROLE);
  let transition = 0;
  for (let state = 0; state < stateCount; state++) {
    for (let row = rows.offsets[order[state]]; row < rows.offsets[order[state] + 1]; row++) {
      transitionSymbols[transition] = rows.symbols[row];
      transitionTargets[transition] = stateOfClass[rows.targets[row]];
      roles[transitionTargets[transition]] = ROLES.indexOf(symbols[rows.symbols[row]].role);
      transitionOfRow[row] = transition++;
    }
    transitionOffsets[state + 1] = transition;
  }

  const ends = new Int32Array(stateCount);
  const united = new Int32Array(stateCount);
  for (let state = 0; state < tree.stateCount; state++) {
    ends[stateOfClass[classOf[state]]] += tree.ends[state];
    united[stateOfClass[classOf[state]]]++;
  }
  const pathStates = tree.pathStates.map((state) => stateOfClass[classOf[state]]);
  const pathSymbols = tree.pathStates.map((state) => tree.symbols[state]);
  const pathTransitions = tree.pathStates.map((state) => transitionOfRow[rows.rowOfTreeState[state]]);
  const support = distinctDialogues(tree.pathOffsets, pathStates, stateCount);
  support[0] = tree.dialogueCount;
  return {
    symbols,
    stateCount,
    dialogueCount: tree.dialogueCount,
    transitionOffsets,
    transitionSymbols,
    transitionTargets,
    transitionSupport: distinctDialogues(tree.pathOffsets, pathTransitions, transition),
    support,
    ends,
    united,
    roles,
    depths,
    pathOffsets: tree.pathOffsets,
    pathStates,
    pathRounds: tree.pathRounds,
    pathSymbols,
  };
}

/** δ between classes as compressed rows; and for each tree state but q₀, the transition that leads to its class. */
interface TransitionRows {
  readonly offsets: Int32Array;
  readonly symbols: Int32Array;
  readonly targets: Int32Array;
  readonly rowOfTreeState: Int32Array;
}

function transitionRows(tree: PrefixTree, symbolCount: number, classOf: Int32Array): TransitionRows {
  const parentClass = (state: number) => classOf[tree.parents[state]];
  const bySymbol = countingSort(range(1, tree.stateCount), symbolCount, (state) => tree.symbols[state]);
  const entered = countingSort(bySymbol, tree.stateCount, parentClass);
  const rowOfTreeState = new Int32Array(tree.stateCount);
  const offsets = new Int32Array(tree.stateCount + 1);
  const symbols: number[] = [];
  const targets: number[] = [];
  entered.forEach((state, at) => {
    const before = at === 0 ? -1 : entered[at - 1];
    const isSame =
      before !== -1 &&
      parentClass(before) === parentClass(state) &&
      tree.symbols[before] === tree.symbols[state];
    if (!isSame) {
      symbols.push(tree.symbols[state]);
      targets.push(classOf[state]);
      offsets[parentClass(state) + 1]++;
    } else if (targets[targets.length - 1] !== classOf[state]) {
      throw new Error(
        `Tree states ${before} and ${state} are entered from one class by symbol ${tree.symbols[state]} ` +
          'but are in two; close the classes under determinism first.',
      );
    }
    rowOfTreeState[state] = symbols.length - 1;
  });
  for (let stateClass = 0; stateClass < tree.stateCount; stateClass++) {
    offsets[stateClass + 1] += offsets[stateClass];
  }
  return { offsets, symbols: Int32Array.from(symbols), targets: Int32Array.from(targets), rowOfTreeState };
}

/** Classes in breadth-first order, and the least number of transitions to each. */
function breadthFirst(rows: TransitionRows, start: number): { order: Int32Array; depths: Int32Array } {
  const isMet = new Uint8Array(rows.offsets.length);
  const order = [start];
  const depths = [0];
  isMet[start] = 1;
  for (let at = 0; at < order.length; at++) {
    for (let row = rows.offsets[order[at]]; row < rows.offsets[order[at] + 1]; row++) {
      if (isMet[rows.targets[row]] === 1) continue;
      isMet[rows.targets[row]] = 1;
      order.push(rows.targets[row]);
      depths.push(depths[at] + 1);
    }
  }
  return { order: Int32Array.from(order), depths: Int32Array.from(depths) };
}

/** For each value 0 … valueCount-1, in how many dialogues it occurs. */
function distinctDialogues(pathOffsets: Int32Array, values: Int32Array, valueCount: number): Int32Array {
  const counts = new Int32Array(valueCount);
  const lastDialogue = new Int32Array(valueCount).fill(-1);
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++) {
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      if (lastDialogue[values[visit]] === dialogue) continue;
      lastDialogue[values[visit]] = dialogue;
      counts[values[visit]]++;
    }
  }
  return counts;
}
