import { diffArrays } from 'diff';

/** What a text has in common with another, word by word, compared without case and punctuation. Pure. */

interface DifferencePiece {
  /** `same`: in both; `only`: in the text but not in the other; `missing`: in the other but not in the text. */
  readonly kind: 'same' | 'only' | 'missing';
  readonly text: string;
  /** Number of the piece, from 0; a key. */
  readonly at: number;
}

/** Texts of more words than this are not compared: so many marks tell nobody anything. */
export const LONGEST_COMPARED = 600;

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** What counts of a word: its letters and digits in lower case; signs alone count as they are. */
function essence(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word;
}

/**
 * The pieces of `text`, with those of `other` that it lacks where they would stand. The words of all pieces
 * but the missing ones make up `text`; those of all but the `only` ones are as many as `other` has.
 * @returns null where a text is too long to be compared word by word
 */
export function textDifference(text: string, other: string): readonly DifferencePiece[] | null {
  const left = wordsOf(text);
  const right = wordsOf(other);
  if (left.length > LONGEST_COMPARED || right.length > LONGEST_COMPARED) return null;
  let inLeft = 0;
  let inRight = 0;
  return diffArrays(left.map(essence), right.map(essence)).map(({ added, removed, count }, at) => {
    const words = added ? right.slice(inRight, inRight + count) : left.slice(inLeft, inLeft + count);
    if (!added) inLeft += count;
    if (!removed) inRight += count;
    return { kind: added ? 'missing' : removed ? 'only' : 'same', text: words.join(' '), at };
  });
}

/** True where both texts have a word in common, so that pieces tell more than the texts themselves. */
export function hasCommon(pieces: readonly DifferencePiece[]): boolean {
  return pieces.some((piece) => piece.kind === 'same');
}
