import type { SymbolCorpus } from '../../../domain/symbols.ts';
import type { CorpusChange } from './corpus-change.ts';
import type { GrownTree } from './prefix-tree.ts';
import type { FollowedTags } from './round-grower.ts';

/** The parts of an earlier tree that stay unchanged while the tree is grown again. */
interface EarlierGrowth {
  /** Its states and the present symbols; no dialogue visits those of deleted symbols. */
  readonly states: { readonly parents: Int32Array; readonly symbols: Int32Array };
  /**
   * Takes over the dialogues whose group did not change in a turn, and puts the others first.
   *
   * @param going dialogues that begin the turn; they are reordered
   * @param begunAt by turn, the state at which its dialogue begins it
   * @param followed filled in for those taken over
   * @param endRound called with each dialogue taken over that has no tag of the turn left
   * @returns the number of dialogues left to grow
   */
  keepUntouched(
    round: number,
    going: Int32Array,
    begunAt: Int32Array,
    followed: FollowedTags,
    endRound: (dialogue: number, state: number) => void,
  ): number;
}

export function createEarlierGrowth(
  before: GrownTree,
  change: CorpusChange,
  corpus: SymbolCorpus,
): EarlierGrowth {
  const { dialogueBefore, dialogueAfter, symbolAfter, roundChanged } = change;
  const old = before.corpus;
  // Dialogues that continued after the turn before; one that stopped begins no further turn.
  const goingBefore = Int32Array.from(dialogueAfter, (_, dialogue) => dialogue);
  let goingBeforeCount = goingBefore.length;
  const touched = new Set<number>();

  /** Marks states at which the set of dialogues that begin the turn changed, or their tags in it. */
  function touch(round: number, going: Int32Array, begunAt: Int32Array): void {
    touched.clear();
    for (const dialogue of going) {
      const r = corpus.roundOffsets[dialogue] + round;
      const earlier = dialogueBefore[dialogue];
      const wasAt = earlier === -1 ? -1 : before.begunAt[old.roundOffsets[earlier] + round];
      if (wasAt !== begunAt[r] || roundChanged[r] === 1) touched.add(begunAt[r]);
    }
    let stillGoing = 0;
    for (let at = 0; at < goingBeforeCount; at++) {
      const dialogue = goingBefore[at];
      const r = old.roundOffsets[dialogue] + round;
      if (r >= old.roundOffsets[dialogue + 1] || before.begunAt[r] === -1) continue;
      goingBefore[stillGoing++] = dialogue;
      const now = dialogueAfter[dialogue];
      if (now === -1 || begunAt[corpus.roundOffsets[now] + round] !== before.begunAt[r]) {
        touched.add(before.begunAt[r]);
      }
    }
    goingBeforeCount = stillGoing;
  }

  /** Copies the states that the tags of a turn led to. */
  function takeOver(r: number, from: number, followed: FollowedTags): void {
    const count = before.followed.counts[from];
    const size = corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r];
    for (let tag = 0; tag < size; tag++) {
      const symbol = before.followed.symbols[old.symbolOffsets[from] + tag];
      followed.symbols[corpus.symbolOffsets[r] + tag] = symbolAfter[symbol];
    }
    for (let tag = 0; tag < count; tag++) {
      followed.states[corpus.symbolOffsets[r] + tag] = before.followed.states[old.symbolOffsets[from] + tag];
    }
    followed.counts[r] = count;
  }

  return {
    states: {
      parents: before.tree.parents,
      symbols: before.tree.symbols.map((symbol) => (symbol === -1 ? -1 : symbolAfter[symbol])),
    },
    keepUntouched(round, going, begunAt, followed, endRound) {
      touch(round, going, begunAt);
      let toGrow = 0;
      for (let at = 0; at < going.length; at++) {
        const dialogue = going[at];
        const r = corpus.roundOffsets[dialogue] + round;
        if (touched.has(begunAt[r])) {
          going[at] = going[toGrow];
          going[toGrow++] = dialogue;
          continue;
        }
        takeOver(r, old.roundOffsets[dialogueBefore[dialogue]] + round, followed);
        const count = followed.counts[r];
        if (count === corpus.symbolOffsets[r + 1] - corpus.symbolOffsets[r]) {
          endRound(dialogue, count === 0 ? begunAt[r] : followed.states[corpus.symbolOffsets[r] + count - 1]);
        }
      }
      return toGrow;
    },
  };
}
