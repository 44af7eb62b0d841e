import type { RetrievalCorpus } from './retrieval-corpus.ts';
import { turnPositions } from './retrieval-corpus.ts';

/**
 * The context automaton: a deterministic automaton over the *recent* history of a turn.
 *
 * The paper's greedy tree builder, run backward over every turn: first the position (first, second, third or
 * later system turn), then the last user round's tags, the round before it, and so on. It is a prediction
 * suffix tree (Ron, Singer & Tishby 1996), so a route cannot freeze: an unknown tag is skipped, and what was
 * said long ago can only refine what was said last.
 *
 * States are numbered in the order in which a walk from q₀ first meets them, and the turns are permuted so
 * that those of a state, children included, are neighbours: I(q) is the two integers
 * `rangeStarts[q] … rangeEnds[q]-1` of `turns`.
 */
export interface ContextAutomaton {
  readonly stateCount: number;
  /** length = states; -1 for q₀ */
  readonly parents: Int32Array;
  /** length = states; the symbol that enters: a symbol id, or 0, 1, 2 for a position; -1 for q₀ */
  readonly enteringSymbols: Int32Array;
  /** length = states; how many rounds before the answer that symbol stands; 0 = position; 255 = q₀ */
  readonly enteringBacks: Uint8Array;
  readonly rangeStarts: Int32Array;
  readonly rangeEnds: Int32Array;
  /** length = states + 1; children of q in the order of the split, i.e. the order in which a route tries them */
  readonly childOffsets: Int32Array;
  /** length = states - 1 */
  readonly children: Int32Array;
  /** length = turns; the permutation */
  readonly turns: Int32Array;
  /** length = turns; where a turn stands in `turns` */
  readonly places: Int32Array;
}

export interface ContextAutomatonOptions {
  /** Rounds looked back at. */
  readonly rounds: number;
  /** A group of this size or smaller is not split (the paper's τ). */
  readonly splitThreshold: number;
  /** A tag shared by fewer turns of a group opens no state. */
  readonly minimumSupport: number;
}

export const CONTEXT_DEFAULTS: ContextAutomatonOptions = { rounds: 6, splitThreshold: 5, minimumSupport: 2 };

/** How many positions are told apart: first, second, third or later. */
export const POSITIONS = 3;

/**
 * Learns the automaton; O(rounds · tags) time and memory, without recursion.
 * Ties: the smaller symbol id; turns keep their order within a state.
 */
export function learnContextAutomaton(
  corpus: RetrievalCorpus,
  options: ContextAutomatonOptions = CONTEXT_DEFAULTS,
): ContextAutomaton {
  const turnCount = corpus.turnRounds.length;
  const turns = Int32Array.from({ length: turnCount }, (_, turn) => turn);
  const growing = new GrowingStates();
  const root = growing.add(-1, -1, 255, 0, turnCount);
  const scratch = new Int32Array(turnCount);
  const positions = turnPositions(corpus);
  const splitter = new TagSplitter(corpus, turns, scratch, options);

  const pending: Group[] = [];
  let start = 0;
  const byPosition = Int32Array.from(turns);
  for (let position = 0; position < POSITIONS; position++) {
    let end = start;
    for (const turn of byPosition) {
      if (Math.min(positions[turn], POSITIONS - 1) === position) turns[end++] = turn;
    }
    if (end > start) {
      const state = growing.add(root, position, 0, start, end);
      pending.push({ state, start, end, back: 1, used: [] });
    }
    start = end;
  }
  while (pending.length > 0) {
    const group = pending.pop()!;
    const rest = splitter.split(group, (symbol, from, to) => {
      const state = growing.add(group.state, symbol, group.back, from, to);
      pending.push({ state, start: from, end: to, back: group.back, used: [...group.used, symbol] });
    });
    // What found no further tag in this round goes on with the round before, from the same state.
    if (group.back < options.rounds && rest < group.end) {
      pending.push({ state: group.state, start: rest, end: group.end, back: group.back + 1, used: [] });
    }
  }
  const places = new Int32Array(turnCount);
  for (let place = 0; place < turnCount; place++) places[turns[place]] = place;
  return { ...growing.finish(), turns, places };
}

/** Turns `start … end-1` of the permutation, at a state, in the middle of a round. */
interface Group {
  readonly state: number;
  readonly start: number;
  readonly end: number;
  /** The round looked at: 1 = the last round before the answer. */
  readonly back: number;
  /** Tags of this round already taken on the way here. */
  readonly used: readonly number[];
}

/** Splits groups by their most frequent tag, the most frequent of the rest, and so on. */
class TagSplitter {
  readonly #corpus: RetrievalCorpus;
  readonly #turns: Int32Array;
  readonly #scratch: Int32Array;
  readonly #options: ContextAutomatonOptions;
  readonly #counts: Int32Array;

  constructor(
    corpus: RetrievalCorpus,
    turns: Int32Array,
    scratch: Int32Array,
    options: ContextAutomatonOptions,
  ) {
    this.#corpus = corpus;
    this.#turns = turns;
    this.#scratch = scratch;
    this.#options = options;
    this.#counts = new Int32Array(corpus.symbols.length);
  }

  /** Calls `open` for every part; returns where the turns that went to no part begin. */
  split(group: Group, open: (symbol: number, start: number, end: number) => void): number {
    let start = group.start;
    if (group.end - start <= this.#options.splitThreshold) return start;
    const seen = this.#countTags(group);
    while (group.end - start > this.#options.splitThreshold) {
      const symbol = this.#mostFrequent(seen);
      if (symbol < 0) break;
      const end = this.#moveToFront(group, start, symbol);
      open(symbol, start, end);
      start = end;
    }
    for (const symbol of seen) this.#counts[symbol] = 0;
    return start;
  }

  #countTags(group: Group): number[] {
    const seen: number[] = [];
    for (let at = group.start; at < group.end; at++) {
      this.#forEachTag(this.#turns[at], group, (symbol) => {
        if (this.#counts[symbol]++ === 0) seen.push(symbol);
      });
    }
    return seen;
  }

  #mostFrequent(seen: readonly number[]): number {
    let best = -1;
    let count = this.#options.minimumSupport - 1;
    for (const symbol of seen) {
      if (this.#counts[symbol] > count || (this.#counts[symbol] === count && best >= 0 && symbol < best)) {
        best = symbol;
        count = this.#counts[symbol];
      }
    }
    return best;
  }

  /** Stable partition of the rest of the group: turns with the symbol first. Their tags leave the count. */
  #moveToFront(group: Group, start: number, symbol: number): number {
    let front = start;
    let back = 0;
    for (let at = start; at < group.end; at++) {
      const turn = this.#turns[at];
      if (this.#hasTag(turn, group.back, symbol)) {
        this.#forEachTag(turn, group, (tag) => {
          this.#counts[tag]--;
        });
        this.#turns[front++] = turn;
      } else {
        this.#scratch[back++] = turn;
      }
    }
    this.#turns.set(this.#scratch.subarray(0, back), front);
    return front;
  }

  #hasTag(turn: number, back: number, symbol: number): boolean {
    const { symbolOffsets, symbolIds } = this.#corpus;
    const round = roundBefore(this.#corpus, turn, back);
    if (round < 0) return false;
    for (let at = symbolOffsets[round]; at < symbolOffsets[round + 1]; at++) {
      if (symbolIds[at] === symbol) return true;
    }
    return false;
  }

  #forEachTag(turn: number, group: Group, visit: (symbol: number) => void): void {
    const { symbolOffsets, symbolIds } = this.#corpus;
    const round = roundBefore(this.#corpus, turn, group.back);
    if (round < 0) return;
    for (let at = symbolOffsets[round]; at < symbolOffsets[round + 1]; at++) {
      if (!group.used.includes(symbolIds[at])) visit(symbolIds[at]);
    }
  }
}

/** The round `back` rounds before a turn, or -1 before the dialogue's beginning. */
function roundBefore(corpus: RetrievalCorpus, turn: number, back: number): number {
  const round = corpus.turnRounds[turn] - back;
  return round < corpus.roundOffsets[corpus.turnDialogues[turn]] ? -1 : round;
}

/** States as they are opened; turned into typed arrays at the end. */
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

  /** Ids grow in the order of opening, so a state's children, listed by id, are in the order of its splits. */
  finish(): Omit<ContextAutomaton, 'turns' | 'places'> {
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
