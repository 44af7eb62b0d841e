import type { Automaton } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { countingSort, range } from './corpus/counting-sort.ts';
import { transitionOf } from './reading/transitions.ts';
import type { PrefixTree } from './tree/prefix-tree.ts';

/** Role code of q₀, which no symbol enters. */
export const NO_ROLE = ROLES.length;

/**
 * Builds the automaton whose states are classes of tree states, numbered breadth first from q₀ by symbol id.
 * @param classOf class of each tree state, from 0
 * @throws Error if the children of a class by one symbol are in several classes
 */
export function assembleAutomaton(
  tree: PrefixTree,
  symbols: readonly SymbolInfo[],
  classOf: Int32Array,
): Automaton {
  const rows = transitionRows(tree, symbols.length, classOf);
  const numbered = numberStates(rows, symbols, classOf[0]);
  const { stateOfClass, transitionOfRow } = numbered;
  const ends = new Int32Array(numbered.stateCount);
  const merged = new Int32Array(numbered.stateCount);
  for (let state = 0; state < tree.stateCount; state++) {
    ends[stateOfClass[classOf[state]]] += tree.ends[state];
    merged[stateOfClass[classOf[state]]]++;
  }
  const { pathOffsets, pathTurns, pathStates: treeStates, pathDialogues } = tree;
  const pathTransitions = treeStates.map((state) => transitionOfRow[rows.rowOfTreeState[state]]);
  const pathSymbols = pathTransitions.map((transition) => numbered.transitionSymbols[transition]);
  return countedAutomaton(numbered, symbols, {
    ends,
    merged,
    pathOffsets,
    pathTurns,
    pathSymbols,
    pathTransitions,
    ...(pathDialogues && { pathDialogues }),
  });
}

interface StatePaths
  extends Pick<
    Automaton,
    'stateCount' | 'pathOffsets' | 'pathStates' | 'pathSymbols' | 'pathTurns' | 'pathDialogues'
  > {
  /** length = dialogues; 1 if the path covers the dialogue to its end */
  readonly isWhole: Uint8Array;
}

export function automatonOfPaths(symbols: readonly SymbolInfo[], paths: StatePaths): Automaton {
  const { stateCount, pathOffsets, pathStates, pathSymbols, pathTurns, pathDialogues } = paths;
  const targetOf = new Int32Array(stateCount * symbols.length).fill(-1);
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++) {
    let from = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      targetOf[from * symbols.length + pathSymbols[visit]] = pathStates[visit];
      from = pathStates[visit];
    }
  }
  const offsets = new Int32Array(stateCount + 1);
  const rowSymbols: number[] = [];
  const targets: number[] = [];
  const rowOf = new Int32Array(targetOf.length).fill(-1);
  targetOf.forEach((target, at) => {
    if (target !== -1) {
      rowOf[at] = targets.length;
      rowSymbols.push(at % symbols.length);
      targets.push(target);
    }
    if ((at + 1) % symbols.length === 0) offsets[(at + 1) / symbols.length] = targets.length;
  });
  const rows = { offsets, symbols: Int32Array.from(rowSymbols), targets: Int32Array.from(targets) };
  const numbered = numberStates(rows, symbols, 0);
  const ends = new Int32Array(numbered.stateCount);
  const pathTransitions = new Int32Array(pathStates.length);
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++) {
    let from = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      pathTransitions[visit] = numbered.transitionOfRow[rowOf[from * symbols.length + pathSymbols[visit]]];
      from = pathStates[visit];
    }
    if (paths.isWhole[dialogue] === 1)
      ends[numbered.stateOfClass[from]] += pathDialogues === undefined ? 1 : pathDialogues[dialogue];
  }
  const merged = new Int32Array(numbered.stateCount).fill(1);
  return countedAutomaton(numbered, symbols, {
    ends,
    merged,
    pathOffsets,
    pathTurns,
    pathSymbols,
    pathTransitions,
    ...(pathDialogues && { pathDialogues }),
  });
}

/** Drops the transitions from q₀ of paths that skip their first tagged turn; `fromStart` is 0 for these paths. */
export function countedFromStart(automaton: Automaton, fromStart: Uint8Array): Automaton {
  const { pathOffsets, pathSymbols, pathDialogues } = automaton;
  const transitionSupport = automaton.transitionSupport.slice();
  for (let path = 0; path < fromStart.length; path++) {
    const first = pathOffsets[path];
    if (fromStart[path] === 0 && first < pathOffsets[path + 1])
      transitionSupport[transitionOf(automaton, 0, pathSymbols[first])] -= pathDialogues?.[path] ?? 1;
  }
  return { ...automaton, transitionSupport, isFromStart: fromStart };
}

interface NumberedStates {
  readonly stateCount: number;
  readonly depths: Int32Array;
  readonly roles: Uint8Array;
  readonly transitionOffsets: Int32Array;
  readonly transitionSymbols: Int32Array;
  readonly transitionTargets: Int32Array;
  readonly stateOfClass: Int32Array;
  readonly transitionOfRow: Int32Array;
}

function numberStates(rows: Rows, symbols: readonly SymbolInfo[], start: number): NumberedStates {
  const { order, depths } = breadthFirst(rows, start);
  const stateCount = order.length;
  const stateOfClass = new Int32Array(rows.offsets.length - 1);
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
  return {
    stateCount,
    depths,
    roles,
    transitionOffsets,
    transitionSymbols,
    transitionTargets,
    stateOfClass,
    transitionOfRow,
  };
}

/** Turns `pathTransitions` into the states that they lead to, since a second array would take as much memory. */
function countedAutomaton(
  { stateOfClass: _classes, transitionOfRow: _rows, ...numbered }: NumberedStates,
  symbols: readonly SymbolInfo[],
  {
    pathTransitions,
    ...kept
  }: Pick<Automaton, 'ends' | 'merged' | 'pathOffsets' | 'pathTurns' | 'pathSymbols' | 'pathDialogues'> & {
    readonly pathTransitions: Int32Array;
  },
): Automaton {
  const { transitionTargets, stateCount } = numbered;
  const paths = kept.pathOffsets.length - 1;
  const pathStates = pathTransitions;
  const support = new Int32Array(stateCount);
  const transitionSupport = new Int32Array(transitionTargets.length);
  const lastAtState = new Int32Array(stateCount).fill(-1);
  const lastOnTransition = new Int32Array(transitionTargets.length).fill(-1);
  let dialogueCount = 0;
  for (let dialogue = 0; dialogue < paths; dialogue++) {
    const count = kept.pathDialogues === undefined ? 1 : kept.pathDialogues[dialogue];
    dialogueCount += count;
    for (let visit = kept.pathOffsets[dialogue]; visit < kept.pathOffsets[dialogue + 1]; visit++) {
      const transition = pathTransitions[visit];
      const state = transitionTargets[transition];
      pathStates[visit] = state;
      if (lastOnTransition[transition] === dialogue) continue;
      lastOnTransition[transition] = dialogue;
      transitionSupport[transition] += count;
      if (lastAtState[state] === dialogue) continue;
      lastAtState[state] = dialogue;
      support[state] += count;
    }
  }
  support[0] = dialogueCount;
  return {
    symbols,
    dialogueCount,
    ...numbered,
    transitionSupport,
    support,
    ...kept,
    pathStates,
  };
}

/** δ between classes as compressed rows; for each tree state but q₀, the transition that leads to its class. */
interface Rows {
  readonly offsets: Int32Array;
  readonly symbols: Int32Array;
  readonly targets: Int32Array;
}

interface TransitionRows extends Rows {
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
        `Tree states ${before} and ${state} are reached from the same class by symbol ${tree.symbols[state]} ` +
          'but belong to different classes. Close the classes under determinism first.',
      );
    }
    rowOfTreeState[state] = symbols.length - 1;
  });
  for (let stateClass = 0; stateClass < tree.stateCount; stateClass++) {
    offsets[stateClass + 1] += offsets[stateClass];
  }
  return { offsets, symbols: Int32Array.from(symbols), targets: Int32Array.from(targets), rowOfTreeState };
}

function breadthFirst(rows: Rows, start: number): { order: Int32Array; depths: Int32Array } {
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
