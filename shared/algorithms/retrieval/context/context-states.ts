/**
 * The context automaton: deterministic, over the *recent* history of a turn. The paper's greedy tree builder runs
 * backward from every turn: first its position, then the last user turn's tags, then older turns. Like a prediction
 * suffix tree (Ron, Singer & Tishby 1996), it cannot get stuck: unknown tags are skipped. States are numbered depth
 * first, and turns are permuted: I(q) is `rangeStarts[q] … rangeEnds[q]-1` of `turns`.
 */
export interface ContextAutomaton {
  readonly stateCount: number;
  /** length = states; -1 for q₀ */
  readonly parents: Int32Array;
  /** length = states; the entering symbol id, or 0, 1, 2 for a position; -1 for q₀ */
  readonly enteringSymbols: Int32Array;
  /** length = states; the number of turns from that symbol to the answer; 0 = position; 255 = q₀ */
  readonly enteringBacks: Uint8Array;
  readonly rangeStarts: Int32Array;
  readonly rangeEnds: Int32Array;
  /** length = states + 1; children of q in the order of the split, i.e. the order in which a route tries them */
  readonly childOffsets: Int32Array;
  /** length = states - 1 */
  readonly children: Int32Array;
  /** length = replies; the permutation */
  readonly replies: Int32Array;
  /** length = replies; the slot of a reply in `replies` */
  readonly slots: Int32Array;
}

export interface ContextAutomatonOptions {
  readonly turns: number;
  /** A group of this size or smaller is not split (the paper's τ). */
  readonly splitThreshold: number;
  /** A tag shared by fewer turns of a group opens no state. */
  readonly minimumSupport: number;
}

export const CONTEXT_DEFAULTS: ContextAutomatonOptions = { turns: 6, splitThreshold: 5, minimumSupport: 2 };
