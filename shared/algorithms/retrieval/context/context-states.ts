/**
 * The context automaton: a deterministic automaton over the *recent* history of a turn.
 *
 * The paper's greedy tree builder, run backward over every turn: first the position (first, second, third or later
 * system turn), then the tags of the last user turn, the turn before it, and so on. It is a prediction suffix tree
 * (Ron, Singer & Tishby 1996), so a route cannot freeze: an unknown tag is skipped, and older turns only refine what
 * recent ones say.
 *
 * States are numbered in the order in which a walk from q₀ first meets them, and the turns are permuted so that those
 * of a state, children included, are adjacent: I(q) is the two integers `rangeStarts[q] … rangeEnds[q]-1` of `turns`.
 */
export interface ContextAutomaton {
  readonly stateCount: number;
  /** length = states; -1 for q₀ */
  readonly parents: Int32Array;
  /** length = states; the symbol that enters: a symbol id, or 0, 1, 2 for a position; -1 for q₀ */
  readonly enteringSymbols: Int32Array;
  /** length = states; the number of turns from that symbol to the answer; 0 = position; 255 = q₀ */
  readonly enteringBacks: Uint8Array;
  readonly rangeStarts: Int32Array;
  readonly rangeEnds: Int32Array;
  /** length = states + 1; children of q in the order of the split, i.e. the order in which a route tries them */
  readonly childOffsets: Int32Array;
  /** length = states - 1 */
  readonly children: Int32Array;
  /** length = turns; the permutation */
  readonly turns: Int32Array;
  /** length = turns; the slot of a turn in `turns` */
  readonly slots: Int32Array;
}

export interface ContextAutomatonOptions {
  /** The number of turns to look back. */
  readonly rounds: number;
  /** A group of this size or smaller is not split (the paper's τ). */
  readonly splitThreshold: number;
  /** A tag shared by fewer turns of a group opens no state. */
  readonly minimumSupport: number;
}

export const CONTEXT_DEFAULTS: ContextAutomatonOptions = { rounds: 6, splitThreshold: 5, minimumSupport: 2 };
