import type { SymbolCorpus } from '../../../domain/symbols.ts';

/**
 * A lazy binary heap of symbols, the largest count first, then by id: O(log n) per step. Counts may only fall. A symbol whose
 * count fell is added again with the new count.
 */
export function createSymbolHeap(counts: Int32Array) {
  const heap = new Int32Array(counts.length);
  const countWhenPut = new Int32Array(counts.length);
  let size = 0;

  function goesBefore(left: number, right: number): boolean {
    return (
      countWhenPut[left] > countWhenPut[right] || (countWhenPut[left] === countWhenPut[right] && left < right)
    );
  }

  function sink(start: number): void {
    const symbol = heap[start];
    let slot = start;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      if (child + 1 < size && goesBefore(heap[child + 1], heap[child])) child++;
      if (!goesBefore(heap[child], symbol)) break;
      heap[slot] = heap[child];
      slot = child;
    }
    heap[slot] = symbol;
  }

  function removeFirst(): void {
    size--;
    heap[0] = heap[size];
    sink(0);
  }

  return {
    fill(symbols: Int32Array, length: number) {
      size = length;
      for (let slot = 0; slot < length; slot++) {
        heap[slot] = symbols[slot];
        countWhenPut[symbols[slot]] = counts[symbols[slot]];
      }
      for (let slot = (length >> 1) - 1; slot >= 0; slot--) sink(slot);
    },
    pop() {
      while (size > 0) {
        const symbol = heap[0];
        const count = counts[symbol];
        if (count === countWhenPut[symbol] && count > 0) {
          removeFirst();
          return symbol;
        }
        if (count === 0) {
          removeFirst();
        } else {
          countWhenPut[symbol] = count;
          sink(0);
        }
      }
      return -1;
    },
  };
}

export type TreeBuilder = ReturnType<typeof createTreeBuilder>;

export function createTreeBuilder(from?: { readonly parents: Int32Array; readonly symbols: Int32Array }) {
  let capacity = Math.max(1024, 2 * (from?.parents.length ?? 1));
  let parents = new Int32Array(capacity).fill(-1);
  let symbols = new Int32Array(capacity).fill(-1);
  let lastChildren = new Int32Array(capacity).fill(-1);
  let previousSiblings = new Int32Array(capacity).fill(-1);
  let depths = new Int32Array(capacity);
  let stateCount = 1;

  for (let state = 1; from !== undefined && state < from.parents.length; state++) {
    const parent = from.parents[state];
    parents[state] = parent;
    symbols[state] = from.symbols[state];
    previousSiblings[state] = lastChildren[parent];
    lastChildren[parent] = state;
    depths[state] = depths[parent] + 1;
    stateCount++;
  }

  function grow(): void {
    capacity *= 2;
    parents = enlarged(parents, capacity);
    symbols = enlarged(symbols, capacity);
    lastChildren = enlarged(lastChildren, capacity);
    previousSiblings = enlarged(previousSiblings, capacity);
    depths = enlarged(depths, capacity);
  }

  return {
    get stateCount() {
      return stateCount;
    },
    add(parent: number, symbol: number) {
      if (stateCount === capacity) grow();
      const state = stateCount++;
      parents[state] = parent;
      symbols[state] = symbol;
      previousSiblings[state] = lastChildren[parent];
      lastChildren[state] = -1;
      lastChildren[parent] = state;
      depths[state] = depths[parent] + 1;
      return state;
    },
    lastChild: (state: number) => lastChildren[state],
    childBefore: (state: number) => previousSiblings[state],
    depth: (state: number) => depths[state],
    parent: (state: number) => parents[state],
    symbol: (state: number) => symbols[state],
  };
}

function enlarged(values: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(values);
  return larger;
}

export interface FollowedTags {
  /** the corpus' `symbolIds`, where those followed come first in each turn, in that order */
  readonly symbols: Int32Array;
  /** for each followed symbol, the state of the growing tree that it leads to */
  readonly states: Int32Array;
  /** length = turns; the number of symbols of the turn that were followed */
  readonly counts: Int32Array;
}

/**
 * @param tau groups of at most this many dialogues are not split; their dialogues stop there
 * @param depthLimit states this many transitions from the root are not split
 */
export function createTurnGrower(corpus: SymbolCorpus, tree: TreeBuilder, tau: number, depthLimit: number) {
  const { turnOffsets, symbolOffsets } = corpus;
  const symbols = corpus.symbolIds.slice();
  const states = new Int32Array(symbols.length);
  const followedCounts = new Int32Array(corpus.turnRoles.length);
  const left = new Int32Array(2 * corpus.keys.length);

  const tagCounts = new Int32Array(corpus.symbols.length);
  const mostFrequent = createSymbolHeap(tagCounts);
  const tagsHere = new Int32Array(corpus.symbols.length);
  const childBySymbol = new Int32Array(corpus.symbols.length).fill(-1);
  // Dialogues by tag, in one array: those with tag s are carriers[carrierStarts[s] … carrierEnds[s]-1].
  const carrierStarts = new Int32Array(corpus.symbols.length);
  const carrierEnds = new Int32Array(corpus.symbols.length);
  let carriers = new Int32Array(1024);
  const movedBySplit = new Int32Array(corpus.keys.length);
  let splits = 0;
  // Groups still to grow, three numbers each. A list, because recursion could be thousands of tags deep.
  const pending: number[] = [];

  function listCarriers(group: Int32Array, start: number, end: number): number {
    let different = 0;
    let total = 0;
    for (let at = start; at < end; at++) {
      const turn = 2 * group[at];
      for (let row = left[turn]; row < left[turn + 1]; row++) {
        if (tagCounts[symbols[row]]++ === 0) tagsHere[different++] = symbols[row];
        total++;
      }
    }
    if (total > carriers.length) carriers = new Int32Array(2 * total);
    let offset = 0;
    for (let tag = 0; tag < different; tag++) {
      carrierStarts[tagsHere[tag]] = offset;
      carrierEnds[tagsHere[tag]] = offset;
      offset += tagCounts[tagsHere[tag]];
    }
    for (let at = start; at < end; at++) {
      const turn = 2 * group[at];
      for (let row = left[turn]; row < left[turn + 1]; row++) {
        carriers[carrierEnds[symbols[row]]++] = group[at];
      }
    }
    return different;
  }

  function follow(dialogue: number, symbol: number, child: number): void {
    const first = left[2 * dialogue]++;
    for (let row = first; row < left[2 * dialogue + 1]; row++) {
      tagCounts[symbols[row]]--;
      if (symbols[row] === symbol) {
        symbols[row] = symbols[first];
        symbols[first] = symbol;
      }
    }
    states[first] = child;
  }

  function split(state: number, group: Int32Array, start: number, end: number): void {
    const different = listCarriers(group, start, end);
    // The state may have the child already, from an earlier turn or a longer path of this one.
    for (let child = tree.lastChild(state); child !== -1; child = tree.childBefore(child)) {
      childBySymbol[tree.symbol(child)] = child;
    }
    splits++;
    mostFrequent.fill(tagsHere, different);
    let written = start;
    for (let symbol = mostFrequent.pop(); symbol !== -1; symbol = mostFrequent.pop()) {
      const known = childBySymbol[symbol];
      const child = known === -1 ? tree.add(state, symbol) : known;
      const childStart = written;
      for (let at = carrierStarts[symbol]; at < carrierEnds[symbol]; at++) {
        const dialogue = carriers[at];
        if (movedBySplit[dialogue] === splits) continue;
        movedBySplit[dialogue] = splits;
        follow(dialogue, symbol, child);
        group[written++] = dialogue;
      }
      pending.push(child, childStart, written);
    }
    for (let child = tree.lastChild(state); child !== -1; child = tree.childBefore(child)) {
      childBySymbol[tree.symbol(child)] = -1;
    }
  }

  return {
    followed: { symbols, states, counts: followedCounts },
    begin(turn: number, dialogues: Int32Array) {
      for (let at = 0; at < dialogues.length; at++) {
        const r = turnOffsets[dialogues[at]] + turn;
        left[2 * dialogues[at]] = symbolOffsets[r];
        left[2 * dialogues[at] + 1] = symbolOffsets[r + 1];
      }
    },
    end(turn: number, dialogues: Int32Array) {
      for (let at = 0; at < dialogues.length; at++) {
        const r = turnOffsets[dialogues[at]] + turn;
        followedCounts[r] = left[2 * dialogues[at]] - symbolOffsets[r];
      }
    },
    /**
     * Grow(q, group) for the dialogues `group[start … end-1]` that begin a turn at `state` (section 3.2.2; Figure 3,
     * lines 9–16). Overwrites that range, and calls `endTurn` with each dialogue without tags left.
     */
    grow(
      rootState: number,
      group: Int32Array,
      rootStart: number,
      rootEnd: number,
      endTurn: (dialogue: number, state: number) => void,
    ) {
      pending.push(rootState, rootStart, rootEnd);
      while (pending.length > 0) {
        const end = pending.pop()!;
        const start = pending.pop()!;
        const state = pending.pop()!;
        let withTags = 0;
        for (let at = start; at < end; at++) {
          if (left[2 * group[at]] === left[2 * group[at] + 1]) endTurn(group[at], state);
          else withTags++;
        }
        if (withTags > 0 && end - start > tau && tree.depth(state) < depthLimit) {
          split(state, group, start, end);
        }
      }
    },
  };
}
