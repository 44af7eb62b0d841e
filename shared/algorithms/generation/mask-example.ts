import { createMasker } from '../privacy/masker.ts';
import { PERSONAL_DATA_KINDS } from '../privacy/personal-data.ts';

const NUMBERED_PLACEHOLDER = new RegExp(`\\[(${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`, 'g');

/**
 * Masks what could identify another customer: names that the dialogue introduces, and personal data by its
 * form. Placeholders have no numbers, so they differ from those of the conversation itself.
 * @param dialogue all texts of the dialogue, because a name is introduced in one turn and used in others
 */
export function exampleMask(dialogue: readonly string[]): (text: string) => string {
  const masker = createMasker(dialogue);
  return (text) => masker.mask(text).text.replace(NUMBERED_PLACEHOLDER, '[$1]');
}
