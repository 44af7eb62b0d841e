/** One word of a text, or one placeholder, with its place. */
export interface TextWord {
  readonly start: number;
  readonly end: number;
  /** Spellings to look for, the likeliest first; none for a placeholder, because no value may cross it. */
  readonly forms: readonly string[];
}

const WORD = /\[[^[\]\n]{1,60}\]|[\p{L}\p{N}]+(?: ?['’`]s(?![\p{L}\p{N}])|['’`][\p{L}\p{N}]+)*|&/gu;

/** Words with two spellings. Both sides use the second one, whatever the file says. */
const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['&', ['and']],
  ['center', ['centre']],
  ['theater', ['theatre']],
]);

/** Returns the lower-case words of a text. A genitive counts with and without its ending ("rosa 's": `rosas`, `rosa`). */
export function textWords(text: string): TextWord[] {
  return [...text.matchAll(WORD)].map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    if (match[0].startsWith('[')) return { start, end, forms: [] };
    const word = match[0].toLowerCase();
    const plain = word.replace(/[ '’`]/g, '');
    const base = word.replace(/ ?['’`]s$/, '');
    return { start, end, forms: SPELLINGS.get(plain) ?? (base === word ? [plain] : [plain, base]) };
  });
}
