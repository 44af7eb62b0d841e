import type { SymbolCorpus } from '../../../domain/symbols.ts';
import type { FollowedTags } from './round-grower.ts';

export interface PrefixTreeOptions {
  /** τ: a group of dialogues not larger than this is not split; a whole number ≥ 0 */
  readonly tau: number;
  /**
   * The most transitions (followed tags, not rounds) from q₀ to any state; null for no limit. A depth of 4, as
   * in the paper's figures, leaves q₀ and four levels below it.
   */
  readonly depth: number | null;
  /**
   * Which states the next round goes on from: `ends` wherever a dialogue ended the round; `leaves` only from
   * states without children once the round is grown, as the paper's text has it (the others are lost there).
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
  /** length = visits; the dialogue's round (from 0) whose tag led there */
  readonly pathRounds: Int32Array;
}

/** A prefix tree with what growing it again needs, so that only what a change touches is grown. */
export interface GrownTree {
  readonly corpus: SymbolCorpus;
  readonly options: PrefixTreeOptions;
  readonly tree: PrefixTree;
  /** With the tree's own state numbers. */
  readonly followed: FollowedTags;
  /** length = rounds; the state at which its dialogue began the round, -1 where it never came to it */
  readonly begunAt: Int32Array;
}
