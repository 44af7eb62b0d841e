import {
  type ImportedDialogue,
  type ImportedUtterance,
  kindOfName,
  kindOfSpeaker,
  type SpeakerKind,
} from '../../domain/dialogue.ts';
import { createMasker } from './masker.ts';

const NAMES = new Set(['name', 'names']);
const PERSONAL = new Set(
  'firstname lastname fullname surname username login nickname handle email emails mail phone telephone tel mobile fax address street zip postcode birth birthday birthdate dob ssn iban passport password signature ip'.split(
    ' ',
  ),
);
const PERSONS = new Set(
  'user customer client contact author agent assignee requester submitter sender recipient from to cc bcc speaker person visitor owner'.split(
    ' ',
  ),
);
/** Words that show that a thing is named, not a person: directly before "name", or as the content of the column. */
const THINGS = new Set(
  'product file service intent domain slot brand plan event tag template category group team queue channel company city country state status priority'.split(
    ' ',
  ),
);
const WHICH = new Set(['id', 'ids', 'number', 'key', 'uuid', 'ref']);

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

interface MaskOptions {
  readonly pseudonym: (id: string) => string;
  readonly keepSpeakers?: boolean;
}

/** Removes personal data from texts, labels, ids, speakers and other data. Cannot be undone. */
export function maskDialogue(dialogue: ImportedDialogue, options: MaskOptions): ImportedDialogue {
  const { utterances } = dialogue;
  const titles = speakerTitles(utterances);
  const names = [...titles]
    .filter(([speaker, title]) => speaker !== title)
    .flatMap(([name]) => partsOf(name));
  const masker = createMasker(
    utterances.map(({ text }) => text),
    names,
  );
  const mask = (text: string): string => masker.mask(text).text;
  const maskExtra = (extra: Readonly<Record<string, unknown>> | null) =>
    extra === null ? null : maskFields(extra, mask);
  return {
    externalId: maskedId(dialogue.externalId, mask, options.pseudonym),
    domains: dialogue.domains.map(mask),
    extra: maskExtra(dialogue.extra),
    utterances: utterances.map((utterance) => ({
      ...utterance,
      speaker: options.keepSpeakers ? utterance.speaker : (titles.get(utterance.speaker) ?? ''),
      speakerKind: kindOf(utterance),
      text: mask(utterance.text),
      acts: utterance.acts?.map(mask) ?? null,
      extra: maskExtra(utterance.extra),
    })),
  };
}

const kindOf = ({ role, speaker, speakerKind }: ImportedUtterance): SpeakerKind =>
  speakerKind ?? kindOfSpeaker(role, speaker);

function speakerTitles(utterances: readonly ImportedUtterance[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const counts = new Map<SpeakerKind, number>();
  for (const utterance of utterances) {
    const { speaker } = utterance;
    if (titles.has(speaker)) continue;
    const kind = kindOf(utterance);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    titles.set(speaker, wordsOf(speaker).every((word) => kindOfName(word)) ? speaker : `${kind}-${count}`);
  }
  return titles;
}

const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

function partsOf(name: string): string[] {
  const words = wordsOf(name).filter((word) => word.length > 2 && kindOfName(word) === null);
  return name.trim().length > 2 ? [name.trim(), ...words] : [];
}

/** Masks an id, unless it is a plain number or code, because people find dialogues by ids. */
function maskedId(id: string, mask: (text: string) => string, pseudonym: (id: string) => string): string {
  if (/^\d+$/.test(id)) return id;
  return /\[(?!number-)[a-z]+-\d+\]/.test(mask(id)) ? pseudonym(id) : id;
}

function maskFields(
  fields: Readonly<Record<string, unknown>>,
  mask: (text: string) => string,
): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, value]) => [mask(key), maskValue(key, value, mask)]);
  return Object.fromEntries(entries);
}

function maskValue(key: string, value: unknown, mask: (text: string) => string): unknown {
  const isPersonal = isPersonalKey(key);
  if (Array.isArray(value)) return value.map((item) => maskValue(key, item, mask));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value);
    return isPersonal
      ? Object.fromEntries(
          fields.map(([own, inner]) => [mask(own), inner === null ? null : maskValue(key, inner, mask)]),
        )
      : maskFields(Object.fromEntries(fields), mask);
  }
  if (typeof value === 'string') return isPersonal && value.trim() !== '' ? '[masked]' : mask(value);
  if (typeof value !== 'number') return value;
  const text = String(value);
  return isPersonal ? '[masked]' : mask(text) === text ? value : '[masked]';
}
