import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';

const LISTED_FIELDS = 20;

/** Finds a field, ignoring case. @throws DialogramError INVALID with the existing fields */
export function fieldNamed(fields: readonly DialogueField[], name: string, place = 'where'): DialogueField {
  const wanted = name.toLowerCase();
  const field = fields.find((one) => one.name.toLowerCase() === wanted);
  if (field) return field;
  const known = fields.map((one) => one.name);
  throw new DialogramError('INVALID', `No dialogue has a field "${name}".`, {
    place,
    value: name,
    nextStep: `The fields are ${known.slice(0, LISTED_FIELDS).join(', ')}${known.length > LISTED_FIELDS ? ', …' : ''}. You can also filter by tag or text.`,
  });
}
