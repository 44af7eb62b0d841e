import { createMasker } from '../privacy/masker.ts';
import { PERSONAL_DATA_KINDS } from '../privacy/personal-data.ts';

const NUMBERED_PLACEHOLDER = new RegExp(`\\[(${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`, 'g');

/**
 * Hides what would tell who another customer is: names that the dialogue introduces, and personal data by its form.
 * Placeholders carry no numbers, so that none is taken for one of the conversation itself.
 *
 * @param dialogue all texts of the dialogue, since a name is introduced in one round and used in others
 */
export function exampleMask(dialogue: readonly string[]): (text: string) => string {
  const masker = createMasker(dialogue);
  return (text) => masker.mask(text).text.replace(NUMBERED_PLACEHOLDER, '[$1]');
}
