interface TextPiece {
  readonly text: string;
  readonly hit: boolean;
  /** Position in the whole text, in UTF-16 units; unique for each piece. */
  readonly at: number;
}

/** Returns the words of a search as the search splits them: without quotes and punctuation, in lower case. */
function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** Splits a text at words that start with a word of the query, for marking. The pieces joined are the text. */
export function highlight(text: string, query: string): TextPiece[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return text ? [{ text, hit: false, at: 0 }] : [];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0].toLowerCase();
    const hit = wanted.filter((prefix) => word.startsWith(prefix)).sort((a, b) => b.length - a.length)[0];
    if (hit === undefined) continue;
    // Lower case can be longer than the word ("İ"); then the whole word is marked.
    const length = word.length === match[0].length ? hit.length : match[0].length;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), hit: false, at: from });
    pieces.push({ text: text.slice(match.index, match.index + length), hit: true, at: match.index });
    from = match.index + length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false, at: from });
  return pieces;
}
