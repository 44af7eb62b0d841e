import { eld } from 'eld/extrasmall';
import { languageOf } from './language.ts';

/**
 * The language of a dialogue by the n-grams of the package eld (see `languageOf`). They take longer to load than
 * a thread takes to start: import this only where texts are always read.
 */
export const dialogueLanguage = (texts: readonly string[]): string | null =>
  languageOf(texts, (sample) => eld.detect(sample));
