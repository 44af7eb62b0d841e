import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { compareCorpora } from './corpus-change.ts';
import { createEarlierGrowth } from './earlier-growth.ts';
import { numberTree } from './number-tree.ts';
import type { GrownTree, PrefixTreeOptions } from './prefix-tree.ts';
import { createRoundGrower, type FollowedTags } from './round-grower.ts';
import { createTreeBuilder, type TreeBuilder } from './tree-builder.ts';

/**
 * Grows the prefix tree of a corpus. Given the tree of an earlier corpus, grown with the same options, only the groups
 * that changed are grown again. A group is the dialogues that begin a turn at one state. It changed if its dialogues or
 * their tags in that turn did; other groups of the turn do not affect it. The result is the same, number for number, as
 * without the earlier tree.
 *
 * An earlier tree saves the splitting. Reading the dialogues and numbering the states stay linear in the tags.
 *
 * @throws RangeError on an option out of range
 */
export function growPrefixTree(
  corpus: SymbolCorpus,
  options: PrefixTreeOptions,
  before: GrownTree | null = null,
): GrownTree {
  checkOptions(options);
  const kept = before !== null && areEqual(before.options, options) ? before : null;
  const earlier = kept && createEarlierGrowth(kept, compareCorpora(kept.corpus, corpus), corpus);
  const tree = createTreeBuilder(earlier?.states);
  const grower = createRoundGrower(corpus, tree, options.tau, options.depth ?? Number.POSITIVE_INFINITY);
  const { followed } = grower;
  const begunAt = new Int32Array(corpus.roundRoles.length).fill(-1);
  const isLeft = options.continueAt === 'leaves' ? createLeftStates(tree, corpus, followed) : null;

  const dialogueCount = corpus.keys.length;
  const currentStates = new Int32Array(dialogueCount);
  // Ascending, so that memory is read in its order.
  const active = Int32Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
  const hasEnded = new Uint8Array(dialogueCount).fill(1);
  const growing = new Int32Array(dialogueCount);
  const group = new Int32Array(dialogueCount);
  const endRound = (dialogue: number, state: number): void => {
    currentStates[dialogue] = state;
    hasEnded[dialogue] = 1;
  };

  for (let round = 0, going = dialogueCount; going > 0; round++) {
    const begun = going;
    going = 0;
    for (let at = 0; at < begun; at++) {
      const dialogue = active[at];
      if (hasEnded[dialogue] === 0) continue;
      hasEnded[dialogue] = 0;
      const r = corpus.roundOffsets[dialogue] + round;
      if (r >= corpus.roundOffsets[dialogue + 1] || isLeft?.has(currentStates[dialogue])) continue;
      begunAt[r] = currentStates[dialogue];
      active[going++] = dialogue;
    }
    growing.set(active.subarray(0, going));
    const toGrow = earlier
      ? earlier.keepUntouched(round, growing.subarray(0, going), begunAt, followed, endRound)
      : going;
    grower.begin(round, growing.subarray(0, toGrow));
    groupByState(growing.subarray(0, toGrow), currentStates, tree.stateCount, group);
    for (let start = 0; start < toGrow; ) {
      const state = currentStates[group[start]];
      let end = start + 1;
      while (end < toGrow && currentStates[group[end]] === state) end++;
      grower.grow(state, group, start, end, endRound);
      start = end;
    }
    grower.end(round, growing.subarray(0, toGrow));
    isLeft?.learn(round, growing.subarray(0, going));
  }
  const { tree: numbered, numberOf } = numberTree(corpus, tree, followed);
  for (let r = 0; r < begunAt.length; r++) {
    if (begunAt[r] === -1) continue;
    begunAt[r] = numberOf[begunAt[r]];
    const first = corpus.symbolOffsets[r];
    for (let row = first; row < first + followed.counts[r]; row++)
      followed.states[row] = numberOf[followed.states[row]];
  }
  return { corpus, options, tree: numbered, followed, begunAt };
}

/** The states that have children from a turn already grown; `leaves` begins no turn there. */
function createLeftStates(
  tree: TreeBuilder,
  { roundOffsets, symbolOffsets }: SymbolCorpus,
  followed: FollowedTags,
) {
  const left = new Set<number>();
  return {
    has: (state: number): boolean => left.has(state),
    learn(round: number, dialogues: Int32Array): void {
      for (const dialogue of dialogues) {
        const r = roundOffsets[dialogue] + round;
        const first = symbolOffsets[r];
        for (let row = first; row < first + followed.counts[r]; row++)
          left.add(tree.parent(followed.states[row]));
      }
    },
  };
}

/** Writes the dialogues to `grouped`, those at the same state next to each other. */
function groupByState(
  dialogues: Int32Array,
  stateOf: Int32Array,
  stateCount: number,
  grouped: Int32Array,
): void {
  if (dialogues.length * FEW < stateCount) {
    grouped.set(dialogues.toSorted((left, right) => stateOf[left] - stateOf[right]));
    return;
  }
  const offsets = new Int32Array(stateCount + 1);
  for (const dialogue of dialogues) offsets[stateOf[dialogue] + 1]++;
  for (let state = 0; state < stateCount; state++) offsets[state + 1] += offsets[state];
  for (const dialogue of dialogues) grouped[offsets[stateOf[dialogue]]++] = dialogue;
}

/** If there are fewer dialogues than states by this factor, sorting is faster than counting by state. */
const FEW = 16;

function areEqual(left: PrefixTreeOptions, right: PrefixTreeOptions): boolean {
  return left.tau === right.tau && left.depth === right.depth && left.continueAt === right.continueAt;
}

function checkOptions({ tau, depth }: PrefixTreeOptions): void {
  if (!Number.isInteger(tau) || tau < 0) {
    throw new RangeError(`tau is ${tau}; expected a whole number of 0 or more.`);
  }
  if (depth !== null && (!Number.isInteger(depth) || depth < 0)) {
    throw new RangeError(`depth is ${depth}; expected a whole number of 0 or more, or null for no limit.`);
  }
}
