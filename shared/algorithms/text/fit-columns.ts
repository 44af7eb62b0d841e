import type { DialogueLayout } from './dialogue-layout.ts';
import type { PackedUtterances } from './packed-utterances.ts';

export interface Slice {
  readonly packed: PackedUtterances;
  readonly layout: DialogueLayout;
}

/** All slices in a row, over one dictionary in code-unit order. */
export interface FitColumns {
  readonly dictionary: readonly string[];
  readonly utterances: number;
  /** length = messages + 1 */
  readonly lemmaOffsets: Int32Array;
  readonly lemmaIds: Int32Array;
  readonly writings: Uint8Array;
  /** length = messages; bit i = cue i */
  readonly cues: Uint16Array;
  /** length = messages; 0 = system, 1 = user */
  readonly roles: Uint8Array;
  /** length = messages; the turn whose words follow, or -1 at the end of a dialogue */
  readonly nextRounds: Int32Array;
  /** length = turns + 1; distinct words of a turn are `roundWords[roundWordOffsets[r] … roundWordOffsets[r+1]-1]` */
  readonly roundWordOffsets: Int32Array;
  readonly roundWords: Int32Array;
}

/** Joins slices; the order of slices decides the order of rows only, never an id. */
export function joinSlices(slices: readonly Slice[]): FitColumns {
  const dictionary = [...new Set(slices.flatMap((slice) => slice.packed.dictionary))].sort(byCodePoint);
  const ids = new Map(dictionary.map((word, id) => [word, id]));
  const total = (length: (slice: Slice) => number): number =>
    slices.reduce((sum, slice) => sum + length(slice), 0);

  const utterances = total((slice) => slice.packed.cues.length);
  const rounds = total((slice) => slice.layout.roundRoles.length);
  const lemmaOffsets = new Int32Array(utterances + 1);
  const lemmaIds = new Int32Array(total((slice) => slice.packed.lemmaIds.length));
  const writings = new Uint8Array(lemmaIds.length);
  const cues = new Uint16Array(utterances);
  const roles = new Uint8Array(utterances);
  const nextRounds = new Int32Array(utterances).fill(-1);
  const roundWordOffsets = new Int32Array(rounds + 1);
  const roundWords = new Int32Array(total((slice) => slice.packed.wordIds.length));
  const seenInRound = new Int32Array(dictionary.length).fill(-1);

  let utterance = 0;
  let lemma = 0;
  let round = 0;
  let word = 0;
  for (const { packed, layout } of slices) {
    const map = Int32Array.from(packed.dictionary, (entry) => ids.get(entry) as number);
    lemmaIds.set(
      packed.lemmaIds.map((id) => map[id]),
      lemma,
    );
    writings.set(packed.writings, lemma);
    cues.set(packed.cues, utterance);
    for (let index = 1; index < packed.lemmaOffsets.length; index++) {
      lemmaOffsets[utterance + index] = lemma + packed.lemmaOffsets[index];
    }
    for (let dialogue = 0; dialogue + 1 < layout.dialogueStarts.length; dialogue++) {
      const end = layout.dialogueStarts[dialogue + 1];
      for (let local = layout.dialogueStarts[dialogue]; local < end; local++) {
        for (let index = layout.roundStarts[local]; index < layout.roundStarts[local + 1]; index++) {
          roles[utterance + index] = layout.roundRoles[local];
          if (local + 1 < end) nextRounds[utterance + index] = round + local + 1;
        }
        const from = packed.wordOffsets[layout.roundStarts[local]];
        const to = packed.wordOffsets[layout.roundStarts[local + 1]];
        for (let index = from; index < to; index++) {
          const id = map[packed.wordIds[index]];
          if (seenInRound[id] === round + local) continue;
          seenInRound[id] = round + local;
          roundWords[word++] = id;
        }
        roundWordOffsets[round + local + 1] = word;
      }
    }
    utterance += packed.cues.length;
    lemma += packed.lemmaIds.length;
    round += layout.roundRoles.length;
  }
  return {
    dictionary,
    utterances,
    lemmaOffsets,
    lemmaIds,
    writings,
    cues,
    roles,
    nextRounds,
    roundWordOffsets,
    roundWords: roundWords.subarray(0, word),
  };
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
