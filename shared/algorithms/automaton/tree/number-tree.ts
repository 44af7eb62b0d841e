import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { countingSort, range } from '../corpus/counting-sort.ts';
import type { PrefixTree } from './prefix-tree.ts';
import type { FollowedTags } from './round-grower.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** Numbers a grown tree breadth first, siblings by symbol, and collects the dialogues' paths from their turns. */
export function numberTree(
  corpus: SymbolCorpus,
  tree: TreeBuilder,
  followed: FollowedTags,
): { tree: PrefixTree; numberOf: Int32Array } {
  const dialogueCount = corpus.keys.length;
  const pathOffsets = new Int32Array(dialogueCount + 1);
  const visits = new Int32Array(tree.stateCount);
  for (let d = 0; d < dialogueCount; d++) {
    pathOffsets[d + 1] = pathOffsets[d];
    for (let r = corpus.roundOffsets[d]; r < corpus.roundOffsets[d + 1]; r++) {
      const first = corpus.symbolOffsets[r];
      for (let row = first; row < first + followed.counts[r]; row++) visits[followed.states[row]]++;
      pathOffsets[d + 1] += followed.counts[r];
    }
  }
  const { numberOf, parents, symbols, childOffsets } = numberStates(tree, corpus.symbols.length, visits);
  const stateCount = parents.length;
  const pathStates = new Int32Array(pathOffsets[dialogueCount]);
  const pathRounds = new Int32Array(pathOffsets[dialogueCount]);
  const support = new Int32Array(stateCount);
  visits.forEach((count, state) => {
    if (count > 0) support[numberOf[state]] = count;
  });
  const ends = new Int32Array(stateCount);
  support[0] = dialogueCount;
  let visit = 0;
  for (let d = 0; d < dialogueCount; d++) {
    const firstRound = corpus.roundOffsets[d];
    let state = 0;
    let tags = 0;
    for (let r = firstRound; r < corpus.roundOffsets[d + 1]; r++) {
      tags += corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r];
      const first = corpus.symbolOffsets[r];
      for (let row = first; row < first + followed.counts[r]; row++) {
        state = numberOf[followed.states[row]];
        pathStates[visit] = state;
        pathRounds[visit++] = r - firstRound;
      }
    }
    if (pathOffsets[d + 1] - pathOffsets[d] === tags) ends[state]++;
  }
  return {
    numberOf,
    tree: {
      stateCount,
      dialogueCount,
      parents,
      symbols,
      childOffsets,
      support,
      ends,
      pathOffsets,
      pathStates,
      pathRounds,
    },
  };
}

/** Numbers the visited states breadth first, with `numberOf` from the old numbers, -1 if not visited. Linear. */
function numberStates(tree: TreeBuilder, symbolCount: number, visits: Int32Array) {
  const visited = range(1, tree.stateCount).filter((state) => visits[state] > 0);
  const stateCount = visited.length + 1;
  // Two stable counting sorts, by symbol, then by parent: children of a state are adjacent, by symbol.
  const bySymbol = countingSort(visited, symbolCount, tree.symbol);
  const children = countingSort(bySymbol, tree.stateCount, tree.parent);
  const childStarts = new Int32Array(tree.stateCount + 1);
  for (const child of children) childStarts[tree.parent(child) + 1]++;
  for (let state = 0; state < tree.stateCount; state++) childStarts[state + 1] += childStarts[state];

  const oldNumbers = new Int32Array(stateCount);
  const numberOf = new Int32Array(tree.stateCount).fill(-1);
  const parents = new Int32Array(stateCount).fill(-1);
  const symbols = new Int32Array(stateCount).fill(-1);
  const childOffsets = new Int32Array(stateCount + 1);
  numberOf[0] = 0;
  let numbered = 1;
  for (let state = 0; state < stateCount; state++) {
    childOffsets[state] = numbered;
    const old = oldNumbers[state];
    for (let at = childStarts[old]; at < childStarts[old + 1]; at++) {
      oldNumbers[numbered] = children[at];
      numberOf[children[at]] = numbered;
      parents[numbered] = state;
      symbols[numbered++] = tree.symbol(children[at]);
    }
  }
  childOffsets[stateCount] = numbered;
  return { numberOf, parents, symbols, childOffsets };
}
