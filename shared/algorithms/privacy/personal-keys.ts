const NAMES = new Set(['name', 'names']);
/** Columns with a person's name or contact. */
const PERSONAL = new Set(
  'firstname lastname fullname surname username login nickname handle email emails mail phone telephone tel mobile fax address street zip postcode birth birthday birthdate dob ssn iban passport password signature ip'.split(
    ' ',
  ),
);
/** Columns with a person, if only the identity follows from them. */
const PERSONS = new Set(
  'user customer client contact author agent assignee requester submitter sender recipient from to cc bcc speaker person visitor owner'.split(
    ' ',
  ),
);
/** Directly before "name", or as the content of the column, these words show that a thing is named. */
const THINGS = new Set(
  'product file service intent domain slot brand plan event tag template category group team queue channel company city country state status priority'.split(
    ' ',
  ),
);
const WHICH = new Set(['id', 'ids', 'number', 'key', 'uuid', 'ref']);

/** True if the name of a column says that it holds something of a person: "requester_name", "authorId", "E-Mail". */
export function isPersonalKey(key: string): boolean {
  const words = key
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace('e-mail', 'email')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const last = words.findLast((word) => !WHICH.has(word));
  if (last === undefined || THINGS.has(last)) return false;
  if (words.some((word, at) => PERSONAL.has(word) || (NAMES.has(word) && !THINGS.has(words[at - 1] ?? ''))))
    return true;
  return PERSONS.has(last);
}
