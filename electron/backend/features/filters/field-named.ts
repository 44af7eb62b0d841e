import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';

const LISTED_FIELDS = 20;

/** Names that fields had before. Filters and stories saved under them still work. */
const OLD_NAMES: Readonly<Record<string, string>> = { rounds: 'turns' };

/** Finds a field, ignoring case. @throws DialogramError INVALID with the existing fields */
export function fieldNamed(fields: readonly DialogueField[], name: string, place = 'where'): DialogueField {
  const wanted = name.toLowerCase();
  const called = (other: string | undefined) => fields.find((one) => one.name.toLowerCase() === other);
  const field = called(wanted) ?? called(OLD_NAMES[wanted]);
  if (field) return field;
  const known = fields.map((one) => one.name);
  throw new DialogramError('INVALID', `No dialogue has a field "${name}".`, {
    place,
    value: name,
    nextStep: `The fields are ${known.slice(0, LISTED_FIELDS).join(', ')}${known.length > LISTED_FIELDS ? ', …' : ''}. You can also filter by tag or text.`,
  });
}
