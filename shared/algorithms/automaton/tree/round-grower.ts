import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { createSymbolHeap } from './symbol-heap.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** The followed tags of each turn, filled in while the tree grows. */
export interface FollowedTags {
  /** the corpus' `symbolIds`, but in each turn those followed come first, in the order followed */
  readonly symbols: Int32Array;
  /** for each followed symbol, the state (of the growing tree) it led to */
  readonly states: Int32Array;
  /** length = turns; the number of symbols of the turn that were followed */
  readonly counts: Int32Array;
}

interface RoundGrower {
  readonly followed: FollowedTags;
  /**
   * Grow(q, group) for the dialogues `group[start … end-1]`, all about to begin turn `round` at `state` (section 3.2.2;
   * Figure 3, lines 9 to 16). Reorders and overwrites that range.
   *
   * @param endRound called with each dialogue that has no tag of the turn left, and its state
   */
  grow(
    state: number,
    round: number,
    group: Int32Array,
    start: number,
    end: number,
    endRound: (dialogue: number, state: number) => void,
  ): void;
}

/**
 * @param tau a group of at most this many dialogues is not split; its dialogues with tags left stop there
 * @param depthLimit states this many transitions from the root are not split
 */
export function createRoundGrower(
  corpus: SymbolCorpus,
  tree: TreeBuilder,
  tau: number,
  depthLimit: number,
): RoundGrower {
  const { roundOffsets, symbolOffsets } = corpus;
  const symbols = corpus.symbolIds.slice();
  const states = new Int32Array(symbols.length);
  const followedCounts = new Int32Array(corpus.roundRoles.length);

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
  // Groups still to grow, three numbers each. Not recursive, as paths may be thousands of tags long.
  const pending: number[] = [];

  /** Lists the dialogues under each tag they have left; returns how many different tags there are. */
  function listCarriers(round: number, group: Int32Array, start: number, end: number): number {
    let different = 0;
    let total = 0;
    for (let at = start; at < end; at++) {
      const r = roundOffsets[group[at]] + round;
      for (let row = symbolOffsets[r] + followedCounts[r]; row < symbolOffsets[r + 1]; row++) {
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
      const r = roundOffsets[group[at]] + round;
      for (let row = symbolOffsets[r] + followedCounts[r]; row < symbolOffsets[r + 1]; row++) {
        carriers[carrierEnds[symbols[row]]++] = group[at];
      }
    }
    return different;
  }

  /**
   * Removes `symbol` from a dialogue's remaining tags, notes where it led, and stops counting the dialogue's
   * tags here.
   */
  function follow(dialogue: number, round: number, symbol: number, child: number): void {
    const r = roundOffsets[dialogue] + round;
    const first = symbolOffsets[r] + followedCounts[r];
    for (let row = first; row < symbolOffsets[r + 1]; row++) {
      tagCounts[symbols[row]]--;
      if (symbols[row] === symbol) {
        symbols[row] = symbols[first];
        symbols[first] = symbol;
      }
    }
    states[first] = child;
    followedCounts[r]++;
  }

  function split(state: number, round: number, group: Int32Array, start: number, end: number): void {
    const different = listCarriers(round, group, start, end);
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
        follow(dialogue, round, symbol, child);
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
    grow(rootState, round, group, rootStart, rootEnd, endRound) {
      pending.push(rootState, rootStart, rootEnd);
      while (pending.length > 0) {
        const end = pending.pop()!;
        const start = pending.pop()!;
        const state = pending.pop()!;
        let withTags = 0;
        for (let at = start; at < end; at++) {
          const r = roundOffsets[group[at]] + round;
          if (symbolOffsets[r] + followedCounts[r] === symbolOffsets[r + 1]) endRound(group[at], state);
          else withTags++;
        }
        if (withTags > 0 && end - start > tau && tree.depth(state) < depthLimit) {
          split(state, round, group, start, end);
        }
      }
    },
  };
}
