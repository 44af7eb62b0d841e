import { range } from '../../automaton/corpus/counting-sort.ts';
import { type TurnCorpus, turnPositions } from '../turn-corpus.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton, type ContextAutomatonOptions } from './context-states.ts';
import {
  createEarlierContext,
  type EarlierBlock,
  type EarlierGroup,
  type LearnedBefore,
} from './earlier-context.ts';
import { TagSplitter, type TurnGroup } from './tag-splitter.ts';

/** The number of distinct positions: first, second, third or later. */
export const POSITIONS = 3;

/**
 * Learns the automaton; O(turns · tags) time and memory, without recursion. Ties: the smaller symbol id; turns keep
 * their order within a state.
 *
 * @param before an automaton learned with the same options: groups that no change touches are taken from it. The result
 * is the same, number for number, as without it.
 */
export function learnContextAutomaton(
  corpus: TurnCorpus,
  options: ContextAutomatonOptions = CONTEXT_DEFAULTS,
  before: LearnedBefore | null = null,
): ContextAutomaton {
  const turnCount = corpus.turnRounds.length;
  const turns = range(0, turnCount);
  const growing = new GrowingStates();
  const root = growing.add(-1, -1, 255, 0, turnCount);
  const positions = turnPositions(corpus);
  const splitter = new TagSplitter(corpus, turns, options);
  const earlier = before && createEarlierContext(before, corpus, options.rounds);

  const pending: PendingGroup[] = [];
  let start = 0;
  const byPosition = turns.slice();
  for (let position = 0; position < POSITIONS; position++) {
    let end = start;
    for (const turn of byPosition) {
      if (Math.min(positions[turn], POSITIONS - 1) === position) turns[end++] = turn;
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
      const block = earlier.block(known, back, turns.subarray(group.start, group.end));
      if (block) {
        turns.set(block.turns, group.start);
        growing.copy(earlier.automaton, block, known, parent, group.start - known.start);
        continue;
      }
    }
    const rest = splitter.split(group, (symbol, from, to) => {
      const state = growing.add(parent, symbol, back, from, to);
      const child = known ? (earlier?.child(known.state, back, symbol) ?? null) : null;
      pending.push({ state, start: from, end: to, back, used: [...group.used, symbol], known: child });
    });
    // Turns without a further tag here continue with the turn before, from the same state.
    if (back < options.rounds && rest < group.end) {
      const left = known ? (earlier?.rest(known, back) ?? null) : null;
      pending.push({ state: parent, start: rest, end: group.end, back: back + 1, used: [], known: left });
    }
  }
  return { ...growing.finish(), turns, slots: slotsOf(turns) };
}

/** Returns the position of each turn in the permutation. */
export function slotsOf(turns: Int32Array): Int32Array {
  const slots = new Int32Array(turns.length);
  for (let slot = 0; slot < turns.length; slot++) slots[turns[slot]] = slot;
  return slots;
}

interface PendingGroup extends TurnGroup {
  /** The group of the automaton before that got here by the same tags. */
  readonly known: EarlierGroup | null;
}

/** States in the order they are opened; turned into typed arrays at the end. */
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

  /** Adds the states of a block: states below its own keep their parents, the others get `parent`. */
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

  /** Ids grow in the order of opening, so a state's children, listed by id, are in the order of its splits. */
  finish(): Omit<ContextAutomaton, 'turns' | 'slots'> {
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
