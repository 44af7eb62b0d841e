import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { countingSort, range } from '../corpus/counting-sort.ts';
import { type CorpusChange, compareCorpora } from './corpus-change.ts';
import type { GrownTree, PrefixTree, PrefixTreeOptions } from './prefix-tree.ts';
import { createTreeBuilder, createTurnGrower, type FollowedTags, type TreeBuilder } from './turn-grower.ts';

function numberTree(
  corpus: SymbolCorpus,
  tree: TreeBuilder,
  followed: FollowedTags,
): { tree: PrefixTree; numberOf: Int32Array } {
  const dialogueCount = corpus.keys.length;
  const pathOffsets = new Int32Array(dialogueCount + 1);
  const visits = new Int32Array(tree.stateCount);
  for (let d = 0; d < dialogueCount; d++) {
    pathOffsets[d + 1] = pathOffsets[d];
    for (let r = corpus.turnOffsets[d]; r < corpus.turnOffsets[d + 1]; r++) {
      const first = corpus.symbolOffsets[r];
      for (let row = first; row < first + followed.counts[r]; row++) visits[followed.states[row]]++;
      pathOffsets[d + 1] += followed.counts[r];
    }
  }
  const { numberOf, parents, symbols, childOffsets } = numberStates(tree, corpus.symbols.length, visits);
  const stateCount = parents.length;
  const pathStates = new Int32Array(pathOffsets[dialogueCount]);
  const pathTurns = new Int32Array(pathOffsets[dialogueCount]);
  const support = new Int32Array(stateCount);
  visits.forEach((count, state) => {
    if (count > 0) support[numberOf[state]] = count;
  });
  const ends = new Int32Array(stateCount);
  support[0] = dialogueCount;
  let visit = 0;
  for (let d = 0; d < dialogueCount; d++) {
    const firstTurn = corpus.turnOffsets[d];
    let state = 0;
    let tags = 0;
    for (let r = firstTurn; r < corpus.turnOffsets[d + 1]; r++) {
      tags += corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r];
      const first = corpus.symbolOffsets[r];
      for (let row = first; row < first + followed.counts[r]; row++) {
        state = numberOf[followed.states[row]];
        pathStates[visit] = state;
        pathTurns[visit++] = r - firstTurn;
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
      pathTurns,
    },
  };
}

function numberStates(tree: TreeBuilder, symbolCount: number, visits: Int32Array) {
  const visited = range(1, tree.stateCount).filter((state) => visits[state] > 0);
  const stateCount = visited.length + 1;
  // Two stable counting sorts, by symbol, then by parent. Siblings become adjacent, by symbol.
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

function createEarlierGrowth(before: GrownTree, change: CorpusChange, corpus: SymbolCorpus) {
  const { dialogueBefore, dialogueAfter, symbolAfter, turnChanged } = change;
  const old = before.corpus;
  const goingBefore = Int32Array.from(dialogueAfter, (_, dialogue) => dialogue);
  let goingBeforeCount = goingBefore.length;
  const touched = new Set<number>();

  function touch(turn: number, going: Int32Array, begunAt: Int32Array): void {
    touched.clear();
    for (const dialogue of going) {
      const r = corpus.turnOffsets[dialogue] + turn;
      const earlier = dialogueBefore[dialogue];
      const wasAt = earlier === -1 ? -1 : before.begunAt[old.turnOffsets[earlier] + turn];
      if (wasAt !== begunAt[r] || turnChanged[r] === 1) touched.add(begunAt[r]);
    }
    let stillGoing = 0;
    for (let at = 0; at < goingBeforeCount; at++) {
      const dialogue = goingBefore[at];
      const r = old.turnOffsets[dialogue] + turn;
      if (r >= old.turnOffsets[dialogue + 1] || before.begunAt[r] === -1) continue;
      goingBefore[stillGoing++] = dialogue;
      const now = dialogueAfter[dialogue];
      if (now === -1 || begunAt[corpus.turnOffsets[now] + turn] !== before.begunAt[r]) {
        touched.add(before.begunAt[r]);
      }
    }
    goingBeforeCount = stillGoing;
  }

  function takeOver(r: number, from: number, followed: FollowedTags): void {
    const count = before.followed.counts[from];
    const size = corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r];
    for (let tag = 0; tag < size; tag++) {
      const symbol = before.followed.symbols[old.symbolOffsets[from] + tag];
      followed.symbols[corpus.symbolOffsets[r] + tag] = symbolAfter[symbol];
    }
    for (let tag = 0; tag < count; tag++) {
      followed.states[corpus.symbolOffsets[r] + tag] = before.followed.states[old.symbolOffsets[from] + tag];
    }
    followed.counts[r] = count;
  }

  return {
    /** The earlier states with their current symbols. No dialogue visits states of deleted symbols. */
    states: {
      parents: before.tree.parents,
      symbols: before.tree.symbols.map((symbol) => (symbol === -1 ? -1 : symbolAfter[symbol])),
    },
    /**
     * Copies the dialogues whose groups a turn leaves unchanged, and puts the others first in `going`.
     * @param going dialogues that begin the turn; reordered
     * @param begunAt by turn, the state where its dialogue begins it
     * @param followed filled in for the copied ones
     * @param endTurn called with each copied dialogue without tags left
     * @returns the number of dialogues left to grow
     */
    keepUntouched(
      turn: number,
      going: Int32Array,
      begunAt: Int32Array,
      followed: FollowedTags,
      endTurn: (dialogue: number, state: number) => void,
    ) {
      touch(turn, going, begunAt);
      let toGrow = 0;
      for (let at = 0; at < going.length; at++) {
        const dialogue = going[at];
        const r = corpus.turnOffsets[dialogue] + turn;
        if (touched.has(begunAt[r])) {
          going[at] = going[toGrow];
          going[toGrow++] = dialogue;
          continue;
        }
        takeOver(r, old.turnOffsets[dialogueBefore[dialogue]] + turn, followed);
        const count = followed.counts[r];
        if (count === corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r]) {
          endTurn(dialogue, count === 0 ? begunAt[r] : followed.states[corpus.symbolOffsets[r] + count - 1]);
        }
      }
      return toGrow;
    },
  };
}

/**
 * Grows the prefix tree. Given the tree of an earlier corpus, it grows only changed groups, with the same result. A
 * group is the dialogues that begin a turn at one state. It changes with its dialogues or their tags.
 * @throws RangeError on an option out of range
 */
export function growPrefixTree(
  corpus: SymbolCorpus,
  options: PrefixTreeOptions,
  before: GrownTree | null = null,
): GrownTree {
  checkOptions(options);
  const kept = before !== null && areEqual(before.options, options) ? before : null;
  const earlier = kept && createEarlierGrowth(kept, compareCorpora(kept.corpus, corpus), corpus);
  const tree = createTreeBuilder(earlier?.states);
  const grower = createTurnGrower(corpus, tree, options.tau, options.depth ?? Number.POSITIVE_INFINITY);
  const { followed } = grower;
  const begunAt = new Int32Array(corpus.turnRoles.length).fill(-1);
  const isLeft = options.continueAt === 'leaves' ? createLeftStates(tree, corpus, followed) : null;

  const dialogueCount = corpus.keys.length;
  const currentStates = new Int32Array(dialogueCount);
  const active = Int32Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
  const hasEnded = new Uint8Array(dialogueCount).fill(1);
  const growing = new Int32Array(dialogueCount);
  const group = new Int32Array(dialogueCount);
  const endTurn = (dialogue: number, state: number): void => {
    currentStates[dialogue] = state;
    hasEnded[dialogue] = 1;
  };

  for (let turn = 0, going = dialogueCount; going > 0; turn++) {
    const begun = going;
    going = 0;
    for (let at = 0; at < begun; at++) {
      const dialogue = active[at];
      if (hasEnded[dialogue] === 0) continue;
      hasEnded[dialogue] = 0;
      const r = corpus.turnOffsets[dialogue] + turn;
      if (r >= corpus.turnOffsets[dialogue + 1] || isLeft?.has(currentStates[dialogue])) continue;
      begunAt[r] = currentStates[dialogue];
      active[going++] = dialogue;
    }
    growing.set(active.subarray(0, going));
    const toGrow = earlier
      ? earlier.keepUntouched(turn, growing.subarray(0, going), begunAt, followed, endTurn)
      : going;
    grower.begin(turn, growing.subarray(0, toGrow));
    groupByState(growing.subarray(0, toGrow), currentStates, tree.stateCount, group);
    for (let start = 0; start < toGrow; ) {
      const state = currentStates[group[start]];
      let end = start + 1;
      while (end < toGrow && currentStates[group[end]] === state) end++;
      grower.grow(state, group, start, end, endTurn);
      start = end;
    }
    grower.end(turn, growing.subarray(0, toGrow));
    isLeft?.learn(turn, growing.subarray(0, going));
  }
  const { tree: numbered, numberOf } = numberTree(corpus, tree, followed);
  for (let r = 0; r < begunAt.length; r++) {
    if (begunAt[r] === -1) continue;
    begunAt[r] = numberOf[begunAt[r]];
    const first = corpus.symbolOffsets[r];
    for (let row = first; row < first + followed.counts[r]; row++)
      followed.states[row] = numberOf[followed.states[row]];
  }
  return { corpus, options, tree: numbered, followed, begunAt };
}

/** The states that have children from an earlier turn. With `leaves`, no turn begins there. */
function createLeftStates(
  tree: TreeBuilder,
  { turnOffsets, symbolOffsets }: SymbolCorpus,
  followed: FollowedTags,
) {
  const left = new Set<number>();
  return {
    has: (state: number): boolean => left.has(state),
    learn(turn: number, dialogues: Int32Array): void {
      for (const dialogue of dialogues) {
        const r = turnOffsets[dialogue] + turn;
        const first = symbolOffsets[r];
        for (let row = first; row < first + followed.counts[r]; row++)
          left.add(tree.parent(followed.states[row]));
      }
    },
  };
}

function groupByState(
  dialogues: Int32Array,
  stateOf: Int32Array,
  stateCount: number,
  grouped: Int32Array,
): void {
  if (dialogues.length * FEW < stateCount) {
    grouped.set(dialogues.toSorted((left, right) => stateOf[left] - stateOf[right]));
    return;
  }
  const offsets = new Int32Array(stateCount + 1);
  for (const dialogue of dialogues) offsets[stateOf[dialogue] + 1]++;
  for (let state = 0; state < stateCount; state++) offsets[state + 1] += offsets[state];
  for (const dialogue of dialogues) grouped[offsets[stateOf[dialogue]]++] = dialogue;
}

/** Sorting is faster than counting by state if there are fewer dialogues than states by this factor. */
const FEW = 16;

function areEqual(left: PrefixTreeOptions, right: PrefixTreeOptions): boolean {
  return left.tau === right.tau && left.depth === right.depth && left.continueAt === right.continueAt;
}

function checkOptions({ tau, depth }: PrefixTreeOptions): void {
  if (!Number.isInteger(tau) || tau < 0) {
    throw new RangeError(`tau is ${tau}; expected a whole number of 0 or more.`);
  }
  if (depth !== null && (!Number.isInteger(depth) || depth < 0)) {
    throw new RangeError(`depth is ${depth}; expected a whole number of 0 or more, or null for no limit.`);
  }
}
