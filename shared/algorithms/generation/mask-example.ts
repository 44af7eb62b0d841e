import { createNameMask } from '../privacy/introduced-names.ts';
import { createMasker } from '../privacy/masker.ts';

const NUMBERED_PLACEHOLDER = /\[(email|phone|card|iban|number|url|ip)-\d{1,9}\]/g;

/**
 * Hides what would tell who another customer is: names that the dialogue introduces, and personal data by its form.
 * Placeholders carry no numbers, so that none is taken for one of the conversation itself.
 *
 * @param dialogue all texts of the dialogue, since a name is introduced in one round and used in others
 */
export function exampleMask(dialogue: readonly string[]): (text: string) => string {
  const hideNames = createNameMask(dialogue);
  const masker = createMasker();
  return (text) => hideNames(masker.mask(text).text).replace(NUMBERED_PLACEHOLDER, '[$1]');
}
