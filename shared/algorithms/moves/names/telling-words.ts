import { ENGLISH_WORDS } from '../../text/function-words.ts';

/** Whether a masked word says something by itself: no placeholder, no word of grammar alone. */
export const isTelling = (word: string): boolean =>
  !word.startsWith('<') && word.length > 2 && !ENGLISH_WORDS.has(word);
