import type { SymbolCorpus } from '../../../domain/symbols.ts';
import type { FollowedTags } from './round-grower.ts';

export interface PrefixTreeOptions {
  /** τ: a group of at most this many dialogues is not split; a whole number ≥ 0 */
  readonly tau: number;
  /**
   * The most transitions (followed tags, not turns) from q₀ to any state; null for no limit. A depth of 4, as in the
   * paper's figures, leaves q₀ and four levels below it.
   */
  readonly depth: number | null;
  /**
   * The states from which the next turn continues. `ends`: wherever a dialogue ended the turn. `leaves`: only states
   * without children once the turn is grown, as the paper says; dialogues at other states stop there.
   */
  readonly continueAt: 'ends' | 'leaves';
}

/**
 * The prefix tree of the dialogues' tags, which the paper calls tag tree. State 0 is q₀. States are numbered breadth
 * first and siblings by symbol, so the children of q are the states `childOffsets[q] … childOffsets[q+1]-1` and their symbols ascend.
 */
export interface PrefixTree {
  readonly stateCount: number;
  readonly dialogueCount: number;
  /** length = states; -1 for q₀ */
  readonly parents: Int32Array;
  /** length = states; the symbol that enters the state, -1 for q₀ */
  readonly symbols: Int32Array;
  /** length = states + 1 */
  readonly childOffsets: Int32Array;
  /** length = states; |I(q)|, I(child) ⊆ I(parent) */
  readonly support: Int32Array;
  /** length = states; dialogues all of whose tags were followed, the last one to q */
  readonly ends: Int32Array;
  /** length = dialogues + 1; dialogue d visited `pathStates[pathOffsets[d] … pathOffsets[d+1]-1]`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  readonly pathStates: Int32Array;
  /** length = visits; the dialogue's turn (from 0) whose tag led there */
  readonly pathRounds: Int32Array;
  /** See `Automaton`. */
  readonly pathDialogues?: Int32Array;
}

/** A prefix tree, with the data to grow it again after a change. */
export interface GrownTree {
  readonly corpus: SymbolCorpus;
  readonly options: PrefixTreeOptions;
  readonly tree: PrefixTree;
  /** With state numbers of this tree. */
  readonly followed: FollowedTags;
  /** length = turns; the state at which its dialogue began the turn, -1 if it stopped before */
  readonly begunAt: Int32Array;
}
