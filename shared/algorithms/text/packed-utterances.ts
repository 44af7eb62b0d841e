import type { TurnSpan } from '../../domain/dialogue.ts';
import { type AnalysedUtterance, CUES, type Writing } from './offline-tagger-model.ts';

/**
 * Integer columns, because copying half a million small arrays between threads is slow.
 * Message u has the lemmas `dictionary[lemmaIds[lemmaOffsets[u] … lemmaOffsets[u+1]-1]]`; words likewise.
 */
export interface PackedUtterances {
  readonly dictionary: readonly string[];
  /** length = messages + 1 */
  readonly lemmaOffsets: Int32Array;
  readonly lemmaIds: Int32Array;
  /** Parallel to `lemmaIds`: an index of `WRITINGS`. */
  readonly writings: Uint8Array;
  /** length = messages + 1 */
  readonly wordOffsets: Int32Array;
  readonly wordIds: Int32Array;
  /** length = messages; bit i = cue i of `CUES`; bit 15 = the text was cut */
  readonly cues: Uint16Array;
}

const WRITINGS: readonly Writing[] = ['unknown', 'name', 'plain'];
const CUT_BIT = 1 << 15;

export function packUtterances(utterances: readonly AnalysedUtterance[]): PackedUtterances {
  const ids = new Map<string, number>();
  const idOf = (word: string): number => {
    const known = ids.get(word);
    if (known !== undefined) return known;
    ids.set(word, ids.size);
    return ids.size - 1;
  };
  const lemmaIds: number[] = [];
  const writings: number[] = [];
  const wordIds: number[] = [];
  const lemmaOffsets = new Int32Array(utterances.length + 1);
  const wordOffsets = new Int32Array(utterances.length + 1);
  const cues = new Uint16Array(utterances.length);
  for (let index = 0; index < utterances.length; index++) {
    const utterance = utterances[index];
    for (const lemma of utterance.lemmas) lemmaIds.push(idOf(lemma));
    for (const writing of utterance.writings) writings.push(WRITINGS.indexOf(writing));
    for (const word of utterance.words) wordIds.push(idOf(word));
    for (const cue of utterance.cues) cues[index] |= 1 << CUES.indexOf(cue);
    if (utterance.cut) cues[index] |= CUT_BIT;
    lemmaOffsets[index + 1] = lemmaIds.length;
    wordOffsets[index + 1] = wordIds.length;
  }
  return {
    dictionary: [...ids.keys()],
    lemmaOffsets,
    lemmaIds: Int32Array.from(lemmaIds),
    writings: Uint8Array.from(writings),
    wordOffsets,
    wordIds: Int32Array.from(wordIds),
    cues,
  };
}

export function unpackUtterance(packed: PackedUtterances, index: number): AnalysedUtterance {
  const strings = (ids: Int32Array, offsets: Int32Array): string[] =>
    Array.from(ids.subarray(offsets[index], offsets[index + 1]), (id) => packed.dictionary[id]);
  return {
    lemmas: strings(packed.lemmaIds, packed.lemmaOffsets),
    writings: Array.from(
      packed.writings.subarray(packed.lemmaOffsets[index], packed.lemmaOffsets[index + 1]),
      (writing) => WRITINGS[writing],
    ),
    words: strings(packed.wordIds, packed.wordOffsets),
    cues: CUES.filter((_, cue) => packed.cues[index] & (1 << cue)),
    cut: (packed.cues[index] & CUT_BIT) !== 0,
  };
}

export function transferables(packed: PackedUtterances): ArrayBufferLike[] {
  const { lemmaOffsets, lemmaIds, writings, wordOffsets, wordIds, cues } = packed;
  return [lemmaOffsets, lemmaIds, writings, wordOffsets, wordIds, cues].map((column) => column.buffer);
}

/** The boundaries of turns and whole dialogues in packed messages. */
export interface DialogueLayout {
  /** length = turns + 1; turn r has the messages `turnStarts[r] … turnStarts[r+1]-1` */
  readonly turnStarts: Int32Array;
  /** length = turns; 0 = system, 1 = user (the order of `ROLES`) */
  readonly turnRoles: Uint8Array;
  /** length = dialogues + 1; dialogue d has the turns `dialogueStarts[d] … dialogueStarts[d+1]-1` */
  readonly dialogueStarts: Int32Array;
}

/** Returns the layout in the order of the packed messages. `dialogues` has the turns of each, as from `turnsOf`. */
export function layoutOf(
  dialogues: readonly (readonly Pick<TurnSpan, 'role' | 'first' | 'last'>[])[],
): DialogueLayout {
  const turns = dialogues.reduce((sum, dialogue) => sum + dialogue.length, 0);
  const turnStarts = new Int32Array(turns + 1);
  const turnRoles = new Uint8Array(turns);
  const dialogueStarts = new Int32Array(dialogues.length + 1);
  let turn = 0;
  for (let dialogue = 0; dialogue < dialogues.length; dialogue++) {
    for (const { role, first, last } of dialogues[dialogue]) {
      turnRoles[turn] = role === 'user' ? 1 : 0;
      turnStarts[turn + 1] = turnStarts[turn] + last - first + 1;
      turn++;
    }
    dialogueStarts[dialogue + 1] = turn;
  }
  return { turnStarts, turnRoles, dialogueStarts };
}

/** Throws a RangeError if a layout does not fit the messages. */
export function checkLayout(packed: PackedUtterances, layout: DialogueLayout): void {
  const utterances = packed.cues.length;
  const turns = layout.turnRoles.length;
  if (layout.turnStarts.length !== turns + 1 || layout.turnStarts[turns] !== utterances) {
    throw new RangeError(
      `The turns of the layout end at message ${layout.turnStarts[turns]}, but its messages end at ${utterances}. Both must come from one slice.`,
    );
  }
  const last = layout.dialogueStarts[layout.dialogueStarts.length - 1];
  if (last !== turns) {
    throw new RangeError(
      `The dialogues of the layout end at turn ${last}, but its turns end at ${turns}. A slice must have whole dialogues.`,
    );
  }
}
