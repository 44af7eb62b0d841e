/**
 * A Han character is a word; an apostrophe joins (`don't`). No stemming and no stop list, because small words carry the
 * act ("would you", "is there", "no").
 */
const WORD = /\p{Script=Han}|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{N}+/gu;

export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

const SHAPE =
  /\p{Script=Han}|[$£€¥]\s?\p{N}[\p{N}.,]*|\p{N}{1,2}[:.]\p{N}{2}(?:\s?[ap]\.?m\b)?|[\p{L}\p{N}]*\p{N}[\p{L}\p{N}-]*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[?!.]/gu;

/**
 * Returns an answer's words with `#price`, `#time`, `#number`, `#code` and `#name` for values, each once in a row.
 * Keeps question marks.
 */
export function shapeOf(text: string): string[] {
  const shape: string[] = [];
  let sentenceStart = true;
  for (const match of text.normalize('NFKC').matchAll(SHAPE)) {
    const token = match[0];
    if (token === '.' || token === '!' || token === '?') {
      sentenceStart = true;
      if (token === '?') shape.push('?');
      continue;
    }
    const symbol = placeholderOf(token, sentenceStart);
    sentenceStart = false;
    if (symbol.startsWith('#') && shape[shape.length - 1] === symbol) continue;
    shape.push(symbol);
  }
  return shape;
}

function placeholderOf(token: string, sentenceStart: boolean): string {
  if (/^[$£€¥]/u.test(token)) return '#price';
  if (/\p{N}/u.test(token)) {
    if (/^\p{N}{1,2}[:.]\p{N}{2}/u.test(token)) return '#time';
    return /\p{L}/u.test(token) || token.length > 6 ? '#code' : '#number';
  }
  if (!sentenceStart && /^\p{Lu}/u.test(token) && token !== 'I' && !token.startsWith("I'")) return '#name';
  return token.toLowerCase();
}
