import { range } from '../../automaton/corpus/counting-sort.ts';
import type { CorpusChange } from '../../automaton/tree/corpus-change.ts';
import { type ReplyCorpus, replyPositions } from '../retrieval-corpus.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton, type ContextAutomatonOptions } from './context-states.ts';
import { type ReplyGroup, TagSplitter } from './tag-splitter.ts';

interface LearnedBefore {
  readonly corpus: ReplyCorpus;
  readonly automaton: ContextAutomaton;
  readonly change: CorpusChange;
}

interface EarlierGroup {
  readonly state: number;
  readonly start: number;
  readonly end: number;
}

/** The result of splitting a group: states with consecutive ids, and an order of its slots. */
interface EarlierBlock {
  readonly firstState: number;
  readonly endState: number;
  readonly symbolAfter: Int32Array;
  readonly replies: Int32Array;
}

/**
 * Groups are finished one after the other, so a group's states and slots are adjacent and can be copied with a shift.
 * @param turns number of turns to look back
 */
function createEarlierContext(
  { corpus: old, automaton, change }: LearnedBefore,
  corpus: ReplyCorpus,
  turns: number,
) {
  const { parents, enteringBacks, enteringSymbols, childOffsets, children, rangeStarts, rangeEnds } =
    automaton;
  const { symbolAfter } = change;
  const { replyBefore, replyAfter } = matchReplies(old, corpus, change.dialogueBefore);
  const changedBacks = lastChangedBacks(corpus, change.turnChanged, turns);
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
    /** Returns the group below `state` for a current symbol (or a position, at back 0); null if there is none. */
    child(state: number, back: number, symbol: number) {
      for (let at = childOffsets[state]; at < childOffsets[state + 1]; at++) {
        const child = children[at];
        if (enteringBacks[child] !== back) continue;
        const entering = enteringSymbols[child];
        if ((back === 0 ? entering : symbolAfter[entering]) === symbol) return groupAt(child);
      }
      return null;
    },
    rest(group: EarlierGroup, back: number) {
      let start = group.start;
      for (let at = childOffsets[group.state]; at < childOffsets[group.state + 1]; at++) {
        if (enteringBacks[children[at]] === back) start = Math.max(start, rangeEnds[children[at]]);
      }
      return start < group.end ? { ...group, start } : null;
    },
    /** Returns null unless the group has the same turns as before, and none changed its tags at turn `back` or later. */
    block({ state, start, end }: EarlierGroup, back: number, replies: Int32Array) {
      if (replies.length !== end - start) return null;
      for (const reply of replies) {
        const earlier = replyBefore[reply];
        if (earlier === -1 || changedBacks[reply] >= back) return null;
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
        replies: automaton.replies.subarray(start, end).map((reply) => replyAfter[reply]),
      };
    },
  };
}

/** Matches turns of the common dialogues in both directions; -1 for others. */
function matchReplies(old: ReplyCorpus, corpus: ReplyCorpus, dialogueBefore: Int32Array) {
  const firstReplies = new Int32Array(old.keys.length).fill(-1);
  for (let reply = old.replyDialogues.length - 1; reply >= 0; reply--)
    firstReplies[old.replyDialogues[reply]] = reply;
  const replyBefore = new Int32Array(corpus.replyDialogues.length).fill(-1);
  const replyAfter = new Int32Array(old.replyDialogues.length).fill(-1);
  let first = 0;
  for (let reply = 0; reply < replyBefore.length; reply++) {
    const dialogue = corpus.replyDialogues[reply];
    if (dialogue !== corpus.replyDialogues[first]) first = reply;
    if (dialogueBefore[dialogue] === -1) continue;
    replyBefore[reply] = firstReplies[dialogueBefore[dialogue]] + reply - first;
    replyAfter[replyBefore[reply]] = reply;
  }
  return { replyBefore, replyAfter };
}

/** By turn: how many turns back its furthest changed tags are, within the look-back; 0 if none changed. */
function lastChangedBacks(corpus: ReplyCorpus, turnChanged: Uint8Array, turns: number): Uint8Array {
  const { replyTurns, replyDialogues, turnOffsets } = corpus;
  const backs = new Uint8Array(replyTurns.length);
  for (let reply = 0; reply < replyTurns.length; reply++) {
    const turn = replyTurns[reply];
    let back = Math.min(turns, turn - turnOffsets[replyDialogues[reply]]);
    while (back > 0 && turnChanged[turn - back] === 0) back--;
    backs[reply] = back;
  }
  return backs;
}

/** The number of distinct positions: first, second, third or later. */
export const POSITIONS = 3;

/**
 * Learns the automaton in O(turns · tags), without recursion. Ties go to the smaller symbol id.
 * @param before an automaton with the same options, from which unchanged groups are copied; the result is the same
 */
export function learnContextAutomaton(
  corpus: ReplyCorpus,
  options: ContextAutomatonOptions = CONTEXT_DEFAULTS,
  before: LearnedBefore | null = null,
): ContextAutomaton {
  const replyCount = corpus.replyTurns.length;
  const replies = range(0, replyCount);
  const growing = new GrowingStates();
  const root = growing.add(-1, -1, 255, 0, replyCount);
  const positions = replyPositions(corpus);
  const splitter = new TagSplitter(corpus, replies, options);
  const earlier = before && createEarlierContext(before, corpus, options.turns);

  const pending: PendingGroup[] = [];
  let start = 0;
  const byPosition = replies.slice();
  for (let position = 0; position < POSITIONS; position++) {
    let end = start;
    for (const reply of byPosition) {
      if (Math.min(positions[reply], POSITIONS - 1) === position) replies[end++] = reply;
    }
    if (end > start) {
      const state = growing.add(root, position, 0, start, end);
      const known = earlier?.child(0, 0, position) ?? null;
      pending.push({ state, start, end, back: 1, used: [], known });
    }
    start = end;
  }
  while (pending.length > 0) {
    const group = pending.pop()!;
    const { state: parent, back, known } = group;
    if (earlier && known) {
      const block = earlier.block(known, back, replies.subarray(group.start, group.end));
      if (block) {
        replies.set(block.replies, group.start);
        growing.copy(earlier.automaton, block, known, parent, group.start - known.start);
        continue;
      }
    }
    const rest = splitter.split(group, (symbol, from, to) => {
      const state = growing.add(parent, symbol, back, from, to);
      const child = known ? (earlier?.child(known.state, back, symbol) ?? null) : null;
      pending.push({ state, start: from, end: to, back, used: [...group.used, symbol], known: child });
    });
    // Turns without a further tag are split by the turn before, from the same state.
    if (back < options.turns && rest < group.end) {
      const left = known ? (earlier?.rest(known, back) ?? null) : null;
      pending.push({ state: parent, start: rest, end: group.end, back: back + 1, used: [], known: left });
    }
  }
  return { ...growing.finish(), replies, slots: slotsOf(replies) };
}

export function slotsOf(replies: Int32Array): Int32Array {
  const slots = new Int32Array(replies.length);
  for (let slot = 0; slot < replies.length; slot++) slots[replies[slot]] = slot;
  return slots;
}

interface PendingGroup extends ReplyGroup {
  readonly known: EarlierGroup | null;
}

class GrowingStates {
  readonly #parents: number[] = [];
  readonly #symbols: number[] = [];
  readonly #backs: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(parent: number, symbol: number, back: number, start: number, end: number): number {
    this.#parents.push(parent);
    this.#symbols.push(symbol);
    this.#backs.push(back);
    this.#starts.push(start);
    this.#ends.push(end);
    return this.#parents.length - 1;
  }

  /** Adds the states of a block. Its top states get `parent` as their parent, the others keep theirs. */
  copy(
    from: ContextAutomaton,
    block: EarlierBlock,
    group: EarlierGroup,
    parent: number,
    shift: number,
  ): void {
    const first = this.#parents.length;
    for (let old = block.firstState; old < block.endState; old++) {
      const above = from.parents[old];
      this.add(
        above === group.state ? parent : above - block.firstState + first,
        block.symbolAfter[from.enteringSymbols[old]],
        from.enteringBacks[old],
        from.rangeStarts[old] + shift,
        from.rangeEnds[old] + shift,
      );
    }
  }

  finish(): Omit<ContextAutomaton, 'replies' | 'slots'> {
    const stateCount = this.#parents.length;
    const parents = Int32Array.from(this.#parents);
    const childOffsets = new Int32Array(stateCount + 1);
    for (let state = 1; state < stateCount; state++) childOffsets[parents[state] + 1]++;
    for (let state = 0; state < stateCount; state++) childOffsets[state + 1] += childOffsets[state];
    const next = childOffsets.slice(0, stateCount);
    const children = new Int32Array(Math.max(0, stateCount - 1));
    for (let state = 1; state < stateCount; state++) children[next[parents[state]]++] = state;
    return {
      stateCount,
      parents,
      enteringSymbols: Int32Array.from(this.#symbols),
      enteringBacks: Uint8Array.from(this.#backs),
      rangeStarts: Int32Array.from(this.#starts),
      rangeEnds: Int32Array.from(this.#ends),
      childOffsets,
      children,
    };
  }
}
