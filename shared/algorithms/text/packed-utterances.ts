import type { AnalysedUtterance, Writing } from './analysed.ts';
import { CUES } from './cues.ts';

/**
 * Many analyzed messages as one dictionary and integer columns. A worker returns this form because copying half a
 * million small arrays of strings between threads takes longer than computing them.
 *
 * Message u has the lemmas `dictionary[lemmaIds[lemmaOffsets[u] … lemmaOffsets[u+1]-1]]`, and words likewise.
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

/** Packs messages in their order. */
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

/** Message `index` (from 0) as it was before packing. */
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

/** Returns their buffers, to be transferred to another thread without copying. */
export function transferables(packed: PackedUtterances): ArrayBufferLike[] {
  const { lemmaOffsets, lemmaIds, writings, wordOffsets, wordIds, cues } = packed;
  return [lemmaOffsets, lemmaIds, writings, wordOffsets, wordIds, cues].map((column) => column.buffer);
}
