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

/**
 * Splits groups by their most frequent tag, the most frequent of the rest, and so on.
 *
 * Per group, the turns that have a tag are listed once, so that a split costs as many steps as the group has tags,
 * however many parts it falls into.
 */
class TagSplitter {
  readonly #corpus: RetrievalCorpus;
  readonly #turns: Int32Array;
  readonly #scratch: Int32Array;
  readonly #options: ContextAutomatonOptions;
  /** Per symbol, how many turns not yet in a part have it; zero between calls. */
  readonly #counts: Int32Array;
  /** Per symbol, where its list of places begins; of no meaning between calls. */
  readonly #listStarts: Int32Array;
  /** Per place, 1 once its turn is in a part; zero between calls. */
  readonly #taken: Uint8Array;
  #lists = new Int32Array(1024);

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
    this.#listStarts = new Int32Array(corpus.symbols.length);
    this.#taken = new Uint8Array(turns.length);
  }

  /** Calls `open` for every part; returns where the turns that went to no part begin. */
  split(group: Group, open: (symbol: number, start: number, end: number) => void): number {
    if (group.end - group.start <= this.#options.splitThreshold) return group.start;
    const seen = this.#listPlaces(group);
    const sizes = seen.map((symbol) => this.#counts[symbol]);
    let start = group.start;
    while (group.end - start > this.#options.splitThreshold) {
      const chosen = this.#mostFrequent(seen);
      if (chosen < 0) break;
      const end = this.#take(group, seen[chosen], sizes[chosen], start);
      open(seen[chosen], start, end);
      start = end;
    }
    this.#putBack(group, start);
    for (const symbol of seen) this.#counts[symbol] = 0;
    return start;
  }

  /** Counts the group's tags and lists the places that have each; gives the symbols found. */
  #listPlaces(group: Group): number[] {
    const seen: number[] = [];
    let total = 0;
    for (let place = group.start; place < group.end; place++) {
      const { from, to } = this.#tagsOf(this.#turns[place], group.back);
      for (let at = from; at < to; at++) {
        const symbol = this.#corpus.symbolIds[at];
        if (group.used.includes(symbol)) continue;
        if (this.#counts[symbol]++ === 0) seen.push(symbol);
        total++;
      }
    }
    if (this.#lists.length < total) this.#lists = new Int32Array(2 * total);
    let next = 0;
    for (const symbol of seen) {
      next += this.#counts[symbol];
      this.#listStarts[symbol] = next;
    }
    // Filled from behind, so that places ascend and each start ends up at its list's beginning.
    for (let place = group.end - 1; place >= group.start; place--) {
      const { from, to } = this.#tagsOf(this.#turns[place], group.back);
      for (let at = from; at < to; at++) {
        const symbol = this.#corpus.symbolIds[at];
        if (!group.used.includes(symbol)) this.#lists[--this.#listStarts[symbol]] = place;
      }
    }
    return seen;
  }

  /** Index in `seen` of the symbol that most of the rest have, the smaller symbol of two; -1 if support is lacking. */
  #mostFrequent(seen: readonly number[]): number {
    let best = -1;
    let count = Math.max(1, this.#options.minimumSupport);
    for (let at = 0; at < seen.length; at++) {
      const found = this.#counts[seen[at]];
      if (found > count || (found === count && (best < 0 || seen[at] < seen[best]))) {
        best = at;
        count = found;
      }
    }
    return best;
  }

  /** Collects the turns of a part in the scratch array, from `start` on; their tags leave the counts. */
  #take(group: Group, symbol: number, size: number, start: number): number {
    let end = start;
    const list = this.#listStarts[symbol];
    for (let entry = list; entry < list + size; entry++) {
      const place = this.#lists[entry];
      if (this.#taken[place] === 1) continue;
      this.#taken[place] = 1;
      this.#scratch[end++] = this.#turns[place];
      const { from, to } = this.#tagsOf(this.#turns[place], group.back);
      for (let at = from; at < to; at++) {
        const tag = this.#corpus.symbolIds[at];
        if (!group.used.includes(tag)) this.#counts[tag]--;
      }
    }
    return end;
  }

  /** Writes the parts, then the rest in its old order, back into the permutation. */
  #putBack(group: Group, restStart: number): void {
    let next = restStart;
    for (let place = group.start; place < group.end; place++) {
      if (this.#taken[place] === 0) this.#scratch[next++] = this.#turns[place];
      else this.#taken[place] = 0;
    }
    this.#turns.set(this.#scratch.subarray(group.start, group.end), group.start);
  }

  #tagsOf(turn: number, back: number): { readonly from: number; readonly to: number } {
    const round = roundBefore(this.#corpus, turn, back);
    if (round < 0) return { from: 0, to: 0 };
    return { from: this.#corpus.symbolOffsets[round], to: this.#corpus.symbolOffsets[round + 1] };
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
