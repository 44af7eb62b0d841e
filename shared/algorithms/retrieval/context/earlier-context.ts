import type { CorpusChange } from '../../automaton/tree/corpus-change.ts';
import type { TurnCorpus } from '../turn-corpus.ts';
import type { ContextAutomaton } from './context-states.ts';

/** The earlier input and result of learning, with what has changed since. */
export interface LearnedBefore {
  readonly corpus: TurnCorpus;
  readonly automaton: ContextAutomaton;
  readonly change: CorpusChange;
}

/** A group of turns of the automaton before: its slots, and the state it is split at. */
export interface EarlierGroup {
  readonly state: number;
  readonly start: number;
  readonly end: number;
}

/** The result of splitting a group: states with consecutive ids, and an order of its slots. */
export interface EarlierBlock {
  readonly firstState: number;
  readonly endState: number;
  readonly symbolAfter: Int32Array;
  /** length = slots of the group; current turns */
  readonly turns: Int32Array;
}

/** Finds the groups of an earlier automaton, and their splits. */
interface EarlierContext {
  readonly automaton: ContextAutomaton;
  /** Returns the group below `state` for a current symbol (or a position, at back 0); null if there is none. */
  child(state: number, back: number, symbol: number): EarlierGroup | null;
  /** The turns of a group that no tag split off. */
  rest(group: EarlierGroup, back: number): EarlierGroup | null;
  /**
   * Returns the split of a group from turn `round` back onwards, if the group has the same turns now and none of them
   * has other tags in that turn or before it: then it splits in the same way. Null otherwise.
   */
  block(group: EarlierGroup, back: number, turns: Int32Array): EarlierBlock | null;
}

/**
 * Each group is finished before the next one starts, so the states that it opens have consecutive ids and the slots
 * that it sorts are adjacent: both can be copied with a shift.
 *
 * @param rounds number of turns to look back
 */
export function createEarlierContext(
  { corpus: old, automaton, change }: LearnedBefore,
  corpus: TurnCorpus,
  rounds: number,
): EarlierContext {
  const { parents, enteringBacks, enteringSymbols, childOffsets, children, rangeStarts, rangeEnds } =
    automaton;
  const { symbolAfter } = change;
  const { turnBefore, turnAfter } = matchTurns(old, corpus, change.dialogueBefore);
  const changedBacks = lastChangedBacks(corpus, change.roundChanged, rounds);
  // The number of states below each one; ids of children are larger, so sums are complete when iterating backward.
  const below = new Int32Array(automaton.stateCount);
  for (let state = automaton.stateCount - 1; state > 0; state--) below[parents[state]] += below[state] + 1;

  const groupAt = (state: number): EarlierGroup => ({
    state,
    start: rangeStarts[state],
    end: rangeEnds[state],
  });
  return {
    automaton,
    child(state, back, symbol) {
      for (let at = childOffsets[state]; at < childOffsets[state + 1]; at++) {
        const child = children[at];
        if (enteringBacks[child] !== back) continue;
        const entering = enteringSymbols[child];
        if ((back === 0 ? entering : symbolAfter[entering]) === symbol) return groupAt(child);
      }
      return null;
    },
    rest(group, back) {
      let start = group.start;
      for (let at = childOffsets[group.state]; at < childOffsets[group.state + 1]; at++) {
        if (enteringBacks[children[at]] === back) start = Math.max(start, rangeEnds[children[at]]);
      }
      return start < group.end ? { ...group, start } : null;
    },
    block({ state, start, end }, back, turns) {
      if (turns.length !== end - start) return null;
      for (const turn of turns) {
        const earlier = turnBefore[turn];
        if (earlier === -1 || changedBacks[turn] >= back) return null;
        const slot = automaton.slots[earlier];
        if (slot < start || slot >= end) return null;
      }
      let firstState = -1;
      let states = 0;
      for (let at = childOffsets[state]; at < childOffsets[state + 1]; at++) {
        const child = children[at];
        // States opened by nearer turns belong to other groups.
        if (enteringBacks[child] < back) continue;
        if (firstState === -1) firstState = child;
        states += below[child] + 1;
      }
      return {
        firstState,
        endState: firstState + states,
        symbolAfter,
        turns: automaton.turns.subarray(start, end).map((turn) => turnAfter[turn]),
      };
    },
  };
}

/** Matches the turns of dialogues that are in both corpora with the same turns, in either direction; -1 for the others. */
function matchTurns(old: TurnCorpus, corpus: TurnCorpus, dialogueBefore: Int32Array) {
  const firstTurns = new Int32Array(old.keys.length).fill(-1);
  for (let turn = old.turnDialogues.length - 1; turn >= 0; turn--) firstTurns[old.turnDialogues[turn]] = turn;
  const turnBefore = new Int32Array(corpus.turnDialogues.length).fill(-1);
  const turnAfter = new Int32Array(old.turnDialogues.length).fill(-1);
  let first = 0;
  for (let turn = 0; turn < turnBefore.length; turn++) {
    const dialogue = corpus.turnDialogues[turn];
    if (dialogue !== corpus.turnDialogues[first]) first = turn;
    if (dialogueBefore[dialogue] === -1) continue;
    turnBefore[turn] = firstTurns[dialogueBefore[dialogue]] + turn - first;
    turnAfter[turnBefore[turn]] = turn;
  }
  return { turnBefore, turnAfter };
}

/** By turn, the furthest of the turns before it within the look-back whose tags changed; 0 if none did. */
function lastChangedBacks(corpus: TurnCorpus, roundChanged: Uint8Array, rounds: number): Uint8Array {
  const { turnRounds, turnDialogues, roundOffsets } = corpus;
  const backs = new Uint8Array(turnRounds.length);
  for (let turn = 0; turn < turnRounds.length; turn++) {
    const round = turnRounds[turn];
    let back = Math.min(rounds, round - roundOffsets[turnDialogues[turn]]);
    while (back > 0 && roundChanged[round - back] === 0) back--;
    backs[turn] = back;
  }
  return backs;
}
