import { MAX_CHARACTERS } from '../text/tokenise.ts';
import { decodeEntities, maskedWords, spokenPart } from './mask.ts';

/** A sentence of a turn: its position in the turn's text, and its masked words. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** The maximum number of sentences of a turn to read. */
const MAX_SENTENCES = 40;

/**
 * Matches the boundary between two sentences: punctuation followed by white space, line ends, dashes between
 * words, emoji, and the start of a new clause.
 */
const BOUNDARY =
  /[.!?…]{1,10}["')\]]{0,2}(?=\s|$)|[。！？；]{1,10}|؟|[.!?…]{1,10}(?=\p{Lu})|\n+|;(?=\s)|\s[-–—]+\s|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\u{200d}){0,20}|,(?=\s+(?:but|so|please|can you|could you)\b)/gu;

/**
 * Returns the sentences of a turn.
 * @param texts its messages in order; positions count in these joined by a line end
 * @param language the code of its language
 */
export function sentencesOf(texts: readonly string[], language = 'en'): Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  for (const text of texts) {
    const read = decodeEntities(text.slice(0, MAX_CHARACTERS));
    const { start, end } = spokenPart(read);
    const spoken = read.slice(start, end);
    let from = 0;
    const add = (to: number): void => {
      const piece = spoken.slice(from, to);
      const words = sentences.length < MAX_SENTENCES ? maskedWords(piece, language) : [];
      const last = sentences.at(-1);
      if (last && words.length > 0 && words.every((word) => word === '<link>' || word === '?')) {
        // A link belongs to the text that announces it.
        sentences[sentences.length - 1] = {
          start: last.start,
          end: offset + start + from + piece.trimEnd().length,
          words: [...last.words, ...words],
        };
      } else if (words.some((word) => word !== '?')) {
        const lead = piece.length - piece.trimStart().length;
        sentences.push({
          start: offset + start + from + lead,
          end: offset + start + from + piece.trimEnd().length,
          words,
        });
      }
      from = to;
    };
    for (const match of spoken.matchAll(BOUNDARY)) add(match.index + match[0].length);
    add(spoken.length);
    offset += text.length + 1;
  }
  return sentences;
}
