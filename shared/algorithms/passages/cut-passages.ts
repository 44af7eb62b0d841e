interface CutPassage {
  readonly text: string;
  /** Start in the document, in UTF-16 units. */
  readonly start: number;
}

const PASSAGE_WORDS = 120;
const OVERLAP_WORDS = 24;

/** A word; a Han character is one by itself, and endless runs are cut. */
const PIECE = /\p{Script=Han}|[^\s\p{Script=Han}]{1,60}/gu;

/** Splits a document into passages of at most `words` words; each but the first repeats `overlap` words. */
export function cutPassages(text: string, words = PASSAGE_WORDS, overlap = OVERLAP_WORDS): CutPassage[] {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(PIECE)) {
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  const passages: CutPassage[] = [];
  for (let first = 0; first < starts.length; ) {
    const end =
      first + words >= starts.length ? starts.length : restingPlace(text, ends, starts, first, words);
    passages.push({ text: text.slice(starts[first], ends[end - 1]), start: starts[first] });
    if (end === starts.length) break;
    first = Math.max(first + 1, end - overlap);
  }
  return passages;
}

/** Returns the end of a passage: after the last sentence or paragraph, if one ends in the last quarter. */
function restingPlace(
  text: string,
  ends: readonly number[],
  starts: readonly number[],
  first: number,
  words: number,
): number {
  const last = first + words;
  for (let end = last; end > last - words / 4; end--) {
    const between = text.slice(ends[end - 1], starts[end]);
    if (between.includes('\n') || /[.!?。！？]$/u.test(text.slice(ends[end - 1] - 1, ends[end - 1])))
      return end;
  }
  return last;
}
