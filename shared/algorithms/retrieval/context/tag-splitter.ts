import type { ReplyCorpus } from '../retrieval-corpus.ts';
import type { ContextAutomatonOptions } from './context-states.ts';

/** The turns of a state, `start … end-1` of the permutation, which are to be split by one turn of their histories. */
export interface ReplyGroup {
  readonly state: number;
  readonly start: number;
  readonly end: number;
  readonly back: number;
  readonly used: readonly number[];
}

/** Splits groups by their most frequent tag, then the rest likewise. Turns are listed by tag once per group. */
export class TagSplitter {
  readonly #corpus: ReplyCorpus;
  readonly #replies: Int32Array;
  readonly #scratch: Int32Array;
  readonly #options: ContextAutomatonOptions;
  /** Per symbol, how many turns not yet in a part have it; zero between calls. */
  readonly #counts: Int32Array;
  /** By symbol, the start of its list of slots; undefined between calls. */
  readonly #listStarts: Int32Array;
  /** Per slot, 1 once its turn is in a part; zero between calls. */
  readonly #taken: Uint8Array;
  #lists = new Int32Array(1024);

  constructor(corpus: ReplyCorpus, replies: Int32Array, options: ContextAutomatonOptions) {
    this.#corpus = corpus;
    this.#replies = replies;
    this.#scratch = new Int32Array(replies.length);
    this.#options = options;
    this.#counts = new Int32Array(corpus.symbols.length);
    this.#listStarts = new Int32Array(corpus.symbols.length);
    this.#taken = new Uint8Array(replies.length);
  }

  /** Permutes a group's turns into parts, calls `open` for each, and returns the start of the turns in no part. */
  split(group: ReplyGroup, open: (symbol: number, start: number, end: number) => void): number {
    if (group.end - group.start <= this.#options.splitThreshold) return group.start;
    const seen = this.#listSlots(group);
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

  #listSlots(group: ReplyGroup): number[] {
    const seen: number[] = [];
    let total = 0;
    for (let slot = group.start; slot < group.end; slot++) {
      const { from, to } = this.#tagsOf(this.#replies[slot], group.back);
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
    // Filled from the end, so that slots ascend and each start moves to its list's beginning.
    for (let slot = group.end - 1; slot >= group.start; slot--) {
      const { from, to } = this.#tagsOf(this.#replies[slot], group.back);
      for (let at = from; at < to; at++) {
        const symbol = this.#corpus.symbolIds[at];
        if (!group.used.includes(symbol)) this.#lists[--this.#listStarts[symbol]] = slot;
      }
    }
    return seen;
  }

  /** Index in `seen` of the symbol on most remaining turns (ties: the smaller); -1 if support is too low. */
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

  /** Collects a part's turns in the scratch array from `start` on, and subtracts their tags from the counts. */
  #take(group: ReplyGroup, symbol: number, size: number, start: number): number {
    let end = start;
    const list = this.#listStarts[symbol];
    for (let entry = list; entry < list + size; entry++) {
      const slot = this.#lists[entry];
      if (this.#taken[slot] === 1) continue;
      this.#taken[slot] = 1;
      this.#scratch[end++] = this.#replies[slot];
      const { from, to } = this.#tagsOf(this.#replies[slot], group.back);
      for (let at = from; at < to; at++) {
        const tag = this.#corpus.symbolIds[at];
        if (!group.used.includes(tag)) this.#counts[tag]--;
      }
    }
    return end;
  }

  #putBack(group: ReplyGroup, restStart: number): void {
    let next = restStart;
    for (let slot = group.start; slot < group.end; slot++) {
      if (this.#taken[slot] === 0) this.#scratch[next++] = this.#replies[slot];
      else this.#taken[slot] = 0;
    }
    this.#replies.set(this.#scratch.subarray(group.start, group.end), group.start);
  }

  #tagsOf(reply: number, back: number): { readonly from: number; readonly to: number } {
    const turn = turnBefore(this.#corpus, reply, back);
    if (turn < 0) return { from: 0, to: 0 };
    return { from: this.#corpus.symbolOffsets[turn], to: this.#corpus.symbolOffsets[turn + 1] };
  }
}

function turnBefore(corpus: ReplyCorpus, reply: number, back: number): number {
  const turn = corpus.replyTurns[reply] - back;
  return turn < corpus.turnOffsets[corpus.replyDialogues[reply]] ? -1 : turn;
}
