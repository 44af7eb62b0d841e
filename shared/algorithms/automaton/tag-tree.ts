import type { SymbolCorpus } from '../../domain/symbols.ts';
import { canonicalTree } from './canonical-tree.ts';
import { createGrowingTree } from './growing-tree.ts';
import { createRoundGrower } from './round-grower.ts';

export interface TagTreeOptions {
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
 * The tag tree. State 0 is q₀; states are numbered breadth first, siblings by symbol, so the children of q are
 * the states `childOffsets[q] … childOffsets[q+1]-1` and their symbols ascend.
 */
export interface TagTree {
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

/**
 * Builds the tag tree of a corpus (section 3.2.2, Figure 3, appendix B): round by round, the most frequent tag
 * left first, ties to the smaller symbol id.
 *
 * Near linear in the tags of the corpus; the state numbers do not depend on the order of anything.
 *
 * @throws RangeError on an option out of range
 */
export function buildTagTree(corpus: SymbolCorpus, options: TagTreeOptions): TagTree {
  checkOptions(options);
  const dialogueCount = corpus.keys.length;
  const tree = createGrowingTree();
  const depthLimit = options.depth ?? Number.POSITIVE_INFINITY;
  const grower = createRoundGrower(corpus, tree, options.tau, depthLimit);
  const leavesOnly = options.continueAt === 'leaves';
  const roundsOf = (dialogue: number) => corpus.roundOffsets[dialogue + 1] - corpus.roundOffsets[dialogue];

  const currentStates = new Int32Array(dialogueCount);
  const ended = Int32Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
  const group = new Int32Array(dialogueCount);
  let endedCount = dialogueCount;
  const endRound = (dialogue: number, state: number): void => {
    currentStates[dialogue] = state;
    ended[endedCount++] = dialogue;
  };

  for (let round = 0; endedCount > 0; round++) {
    let going = 0;
    for (let at = 0; at < endedCount; at++) {
      const dialogue = ended[at];
      const isLost = leavesOnly && tree.lastChild(currentStates[dialogue]) !== -1;
      if (roundsOf(dialogue) > round && !isLost) ended[going++] = dialogue;
    }
    groupByState(ended.subarray(0, going), currentStates, tree.stateCount, group);
    endedCount = 0;
    for (let start = 0; start < going; ) {
      const state = currentStates[group[start]];
      let end = start + 1;
      while (end < going && currentStates[group[end]] === state) end++;
      grower.grow(state, round, group, start, end, endRound);
      start = end;
    }
  }
  return canonicalTree(corpus, tree, grower.followed);
}

/** Writes the dialogues to `grouped` so that those at one state stand together. */
function groupByState(
  dialogues: Int32Array,
  stateOf: Int32Array,
  stateCount: number,
  grouped: Int32Array,
): void {
  const offsets = new Int32Array(stateCount + 1);
  for (const dialogue of dialogues) offsets[stateOf[dialogue] + 1]++;
  for (let state = 0; state < stateCount; state++) offsets[state + 1] += offsets[state];
  for (const dialogue of dialogues) grouped[offsets[stateOf[dialogue]]++] = dialogue;
}

function checkOptions({ tau, depth }: TagTreeOptions): void {
  if (!Number.isInteger(tau) || tau < 0) {
    throw new RangeError(`tau is ${tau}; expected a whole number of 0 or more.`);
  }
  if (depth !== null && (!Number.isInteger(depth) || depth < 0)) {
    throw new RangeError(`depth is ${depth}; expected a whole number of 0 or more, or null for no limit.`);
  }
}
