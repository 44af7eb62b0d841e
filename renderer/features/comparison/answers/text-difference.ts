import { diffArrays } from 'diff';

/** What of a text another has, too, word by word, compared without case and punctuation. Pure. */

interface DifferencePiece {
  /** `same`: in both; `only`: in the text but not in the other. */
  readonly kind: 'same' | 'only';
  readonly text: string;
  /** Number of the piece's first word, from 0; a key. */
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
 * The pieces of `text`, in order: their words make it up, and nothing that only `other` says is among them.
 * @returns null where a text is too long to be compared word by word
 */
export function textDifference(text: string, other: string): readonly DifferencePiece[] | null {
  const words = wordsOf(text);
  const others = wordsOf(other);
  if (words.length > LONGEST_COMPARED || others.length > LONGEST_COMPARED) return null;
  let at = 0;
  return diffArrays(words.map(essence), others.map(essence)).flatMap(({ added, removed, count }) => {
    if (added) return [];
    const first = at;
    at += count;
    return { kind: removed ? 'only' : 'same', text: words.slice(first, at).join(' '), at: first };
  });
}

/** True where both texts have a word in common, so that pieces tell more than the texts themselves. */
export function hasCommon(pieces: readonly DifferencePiece[]): boolean {
  return pieces.some((piece) => piece.kind === 'same');
}
