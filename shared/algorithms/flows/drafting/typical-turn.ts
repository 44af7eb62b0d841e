import { withoutSignature } from '../../moves/mask.ts';
import { tellingWords } from '../conditions.ts';

const MOST_COMPARED = 150;
/** Longer turns are copied text, such as whole threads, and no wording of a step. */
export const LONGEST_WORDING = 300;

export interface Naming {
  readonly names: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
}

/** Matches names where a text addresses somebody: "Hi Ada,", "Thanks, Ada!", and "Ada, we are sorry". */
const ADDRESSED =
  /(\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Tt]hanks?|[Tt]hank you|[Ss]orry),? |, )(\p{Lu}\p{Ll}+)(?=[,.!]|$)|^()(\p{Lu}\p{Ll}+)(?=, )/gu;

/** Words that can be where names are. */
const NO_NAME =
  /^(?:hi|hello|hey|dear|good|thanks?|sorry|okay|ok|sure|yes|yeah|no|well|great|perfect|fine|right|please|unfortunately|however|also|now|then|there|all|again|everyone|noted|done|understood|alright|wonderful|excellent|certainly|absolutely|today|tomorrow)$/i;

/** Replaces numbers, names, handles and links by their kind in brackets. Removes initials and greeted names. */
export function masked(text: string, { names, common }: Naming): string {
  return withoutSignature(text)
    .replace(/^(?:@\w+[\s,:]*)+/, '')
    .replace(/\s*(?:https?:\/\/|www\.)\S+/g, ' [link]')
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replace(/@\w+/g, '[name]')
    .replace(ADDRESSED, (whole, lead: string | undefined, after: string | undefined, _, first = '') =>
      NO_NAME.test(after ?? first) || common.has((after ?? first).toLowerCase())
        ? whole
        : (lead ?? '').replace(/^dear\b|[, ]+$/i, '').trim(),
    )
    .replace(/\p{Lu}[\p{L}'’-]*/gu, (word) => (names.has(word.toLowerCase()) ? '[name]' : word))
    .replace(VALUE, (value) => `[${kindOf(value)}]`)
    .replace(/(\[\w+\])(?:[ ,]*\1)+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/,? *(?=[.!?](?:\s|$))|,\s*$/g, '')
    .replace(/^[,\s]+(\p{L})/u, (_, letter: string) => letter.toUpperCase())
    .trim();
}

const VALUE =
  /[$€£]\s?\p{N}[\p{N}.,]*\p{N}|[$€£]\s?\p{N}|(?<![\p{L}\p{N}])\p{Lu}*\p{N}[\p{Lu}\p{N}]*(?:[.,:/-]\p{N}+)*(?:\s?[APap]\.?[Mm]\b)?|\p{N}+(?:[.,:/-]\p{N}+)*/gu;

const kindOf = (value: string): string =>
  /[$€£]/.test(value)
    ? 'amount'
    : /:|[ap]\.?m$/i.test(value)
      ? 'time'
      : /[/-]/.test(value)
        ? 'date'
        : /\p{L}/u.test(value)
          ? 'code'
          : 'number';

/** Returns the text that shares the most words with the others; null if there is none. */
export function mostTypical(short: readonly string[]): string | null {
  const step = Math.max(1, Math.ceil(short.length / MOST_COMPARED));
  const compared = short
    .filter((_, at) => at % step === 0)
    .map((text) => ({ text, words: new Set(tellingWords(text)) }));
  let best: string | null = null;
  let most = -1;
  for (const { text, words } of compared) {
    let alike = 0;
    for (const { words: others } of compared) {
      const shared = [...words].filter((word) => others.has(word)).length;
      alike += shared / Math.max(1, words.size + others.size - shared);
    }
    if (alike > most) [best, most] = [text, alike];
  }
  return best;
}
