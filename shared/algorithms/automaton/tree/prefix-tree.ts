import type { SymbolCorpus } from '../../../domain/symbols.ts';
import type { FollowedTags } from './turn-grower.ts';

export interface PrefixTreeOptions {
  /** τ: a group of at most this many dialogues is not split; a whole number ≥ 0 */
  readonly tau: number;
  /** The most transitions (tags, not turns) from q₀ to a state; null for no limit. The paper's figures have 4. */
  readonly depth: number | null;
  /**
   * `ends`: the next turn continues wherever a dialogue ended the turn. `leaves`: only at states without children after
   * the turn, as in the paper; other dialogues stop.
   */
  readonly continueAt: 'ends' | 'leaves';
}

/**
 * The prefix tree, called tag tree in the paper. Numbered breadth first from q₀ = 0, siblings by symbol, so the
 * children of q are `childOffsets[q] … childOffsets[q+1]-1`.
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
  /** length = states; dialogues whose last tag led to q */
  readonly ends: Int32Array;
  /** length = dialogues + 1; dialogue d visited `pathStates[pathOffsets[d] … pathOffsets[d+1]-1]`, q₀ not listed */
  readonly pathOffsets: Int32Array;
  readonly pathStates: Int32Array;
  /** length = visits; the dialogue's turn (from 0) whose tag led there */
  readonly pathTurns: Int32Array;
  readonly pathDialogues?: Int32Array;
}

export interface GrownTree {
  readonly corpus: SymbolCorpus;
  readonly options: PrefixTreeOptions;
  readonly tree: PrefixTree;
  readonly followed: FollowedTags;
  /** length = turns; the state at which its dialogue began the turn, -1 if it stopped before */
  readonly begunAt: Int32Array;
}
