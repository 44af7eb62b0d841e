/**
 * What a text has in common with another, word by word: the longest common subsequence of their words
 * (Wagner and Fischer 1974), compared without case and punctuation. Pure.
 */

export interface DifferencePiece {
  /** `same`: in both; `only`: in the text but not in the other; `missing`: in the other but not in the text. */
  readonly kind: 'same' | 'only' | 'missing';
  readonly text: string;
  /** Number of the piece, from 0; a key. */
  readonly at: number;
}

/** Texts of more words than this are not compared: the table grows with the product of both lengths. */
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
  const common = commonLengths(left.map(essence), right.map(essence));
  const pieces: { kind: DifferencePiece['kind']; words: string[] }[] = [];
  const add = (kind: DifferencePiece['kind'], word: string) => {
    const last = pieces[pieces.length - 1];
    if (last?.kind === kind) last.words.push(word);
    else pieces.push({ kind, words: [word] });
  };
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && essence(left[i]) === essence(right[j])) {
      add('same', left[i]);
      i++;
      j++;
    } else if (j >= right.length || (i < left.length && common[i + 1][j] >= common[i][j + 1])) {
      add('only', left[i]);
      i++;
    } else {
      add('missing', right[j]);
      j++;
    }
  }
  return pieces.map(({ kind, words }, at) => ({ kind, text: words.join(' '), at }));
}

/** Length of the longest common subsequence of `left[i…]` and `right[j…]`, for every i and j. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      rows[i][j] = left[i] === right[j] ? rows[i + 1][j + 1] + 1 : Math.max(rows[i + 1][j], rows[i][j + 1]);
    }
  }
  return rows;
}

/** True where both texts have a word in common, so that pieces tell more than the texts themselves. */
export function hasCommon(pieces: readonly DifferencePiece[]): boolean {
  return pieces.some((piece) => piece.kind === 'same');
}
