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
  /** Complete once the turn ends. */
  readonly followed: FollowedTags;
  /** Begins a turn of these dialogues, ascending. */
  begin(round: number, dialogues: Int32Array): void;
  /** Ends it for the same dialogues. */
  end(round: number, dialogues: Int32Array): void;
  /**
   * Grow(q, group) for the dialogues `group[start … end-1]`, all about to begin the turn at `state` (section 3.2.2;
   * Figure 3, lines 9 to 16). Reorders and overwrites that range.
   *
   * @param endRound called with each dialogue that has no tag of the turn left, and its state
   */
  grow(
    state: number,
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
  // Where the tags left in the turn of a dialogue begin and end, next to each other: a group is scattered over memory, and
  // to go from the dialogue to its turn and from there to its tags each time would take most of the time.
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
  // Groups still to grow, three numbers each. Not recursive, as paths may be thousands of tags long.
  const pending: number[] = [];

  /** Lists the dialogues under each tag they have left; returns how many different tags there are. */
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

  /**
   * Removes `symbol` from a dialogue's remaining tags, notes where it led, and stops counting the dialogue's
   * tags here.
   */
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
    begin(round, dialogues) {
      for (let at = 0; at < dialogues.length; at++) {
        const r = roundOffsets[dialogues[at]] + round;
        left[2 * dialogues[at]] = symbolOffsets[r];
        left[2 * dialogues[at] + 1] = symbolOffsets[r + 1];
      }
    },
    end(round, dialogues) {
      for (let at = 0; at < dialogues.length; at++) {
        const r = roundOffsets[dialogues[at]] + round;
        followedCounts[r] = left[2 * dialogues[at]] - symbolOffsets[r];
      }
    },
    grow(rootState, group, rootStart, rootEnd, endRound) {
      pending.push(rootState, rootStart, rootEnd);
      while (pending.length > 0) {
        const end = pending.pop()!;
        const start = pending.pop()!;
        const state = pending.pop()!;
        let withTags = 0;
        for (let at = start; at < end; at++) {
          if (left[2 * group[at]] === left[2 * group[at] + 1]) endRound(group[at], state);
          else withTags++;
        }
        if (withTags > 0 && end - start > tau && tree.depth(state) < depthLimit) {
          split(state, group, start, end);
        }
      }
    },
  };
}
