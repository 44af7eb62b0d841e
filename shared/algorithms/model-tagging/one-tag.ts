/** The reason why a piece of an answer is not a tag. */
type TagFault = 'empty' | 'too-long' | 'not-a-tag';

type TagReading =
  | { readonly tag: string; readonly fault: null }
  | { readonly tag: null; readonly fault: TagFault };

/** The prompt asks for three; a fourth is accepted. */
const MOST_WORDS = 4;
const MOST_CHARACTERS = 48;

const NONE: ReadonlySet<string> = new Set();
const PLACEHOLDERS = new Set(['tag', 'tags', 'none', 'null', 'n/a', 'na', 'no-tag', 'no-tags', 'untagged']);

/** Returns the canonical spelling of a tag: lower case, words joined by "-", without quotes and punctuation around. */
export function spellingOf(piece: string): string {
  return piece
    .slice(0, 400)
    .toLowerCase()
    .replace(/\([^)]*\)\s*$/, '')
    .replace(/[\s\p{Cc}_,]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}\p{M}+%&$€£]+$/u, '')
    .replace(/-{2,}/g, '-')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** Reads one tag from a model's text. @param known spellings of existing tags, which may be long */
export function readTag(piece: string, known: ReadonlySet<string> = NONE): TagReading {
  const tag = spellingOf(piece);
  if (tag === '') return { tag: null, fault: 'empty' };
  if (known.has(tag)) return { tag, fault: null };
  if (PLACEHOLDERS.has(tag)) return { tag: null, fault: 'not-a-tag' };
  if (tag.split('-').length > MOST_WORDS || [...tag].length > MOST_CHARACTERS) {
    return { tag: null, fault: 'too-long' };
  }
  return { tag, fault: null };
}

/** Splits a line into tags: at "#", else at commas, else at spaces; null if it looks like a sentence. */
export function splitTags(text: string): string[] | null {
  const line = text.trim();
  if (line === '') return [];
  if (/[#＃]/.test(line)) {
    const [before, ...pieces] = line.split(/[#＃]/);
    // Text before the first "#" belongs to no tag; a sentence with a "#" inside is a sentence.
    if (/[\p{L}\p{N}]/u.test(before) && before.trim().split(/\s+/).length > 2) return null;
    return pieces.flatMap((piece) => piece.split(/[,;|]/)).filter((piece) => piece.trim() !== '');
  }
  if (/[,;|]/.test(line)) return line.split(/[,;|]/).filter((piece) => piece.trim() !== '');
  const words = line.split(/\s+/);
  if (words.length > 1 && !words.some((word) => word.includes('-')) && words.length > MOST_WORDS) return null;
  return words;
}
