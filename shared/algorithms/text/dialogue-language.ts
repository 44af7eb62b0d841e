import { eld } from 'eld/extrasmall';
import { languageOf } from './language.ts';

export const dialogueLanguage = (texts: readonly string[]): string | null =>
  languageOf(texts, (sample) => eld.detect(sample));
