import type { Likeness } from '#shared/contract/base.ts';
import type { RoundFilterInput } from '#shared/contract/round-filter.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ChosenTag } from '../../../project/tags/tag-finder.tsx';

/** A filter of turns as a form holds it; numbers as typed. */
export interface FilterForm {
  /** A role, or one kind of speaker of the system's role. */
  readonly role: '' | 'user' | 'system' | 'agent' | 'bot';
  readonly tagged: readonly ChosenTag[];
  readonly untagged: readonly ChosenTag[];
  readonly text: string;
  readonly pattern: string;
  readonly similar: string;
  readonly similarBy: Likeness;
  readonly source: string;
  readonly state: string;
  readonly least: string;
  readonly most: string;
  readonly origin: '' | 'person' | 'machine';
  readonly checked: '' | 'yes' | 'no';
  readonly flagged: '' | 'yes' | 'no';
  readonly commented: '' | 'yes' | 'no';
}

export const EMPTY_FILTER: FilterForm = {
  role: '',
  tagged: [],
  untagged: [],
  text: '',
  pattern: '',
  similar: '',
  similarBy: 'words',
  source: '',
  state: '',
  least: '',
  most: '',
  origin: '',
  checked: '',
  flagged: '',
  commented: '',
};

const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
const flagOf = (choice: '' | 'yes' | 'no'): boolean | null => (choice === '' ? null : choice === 'yes');

/** Returns an error message for a typed number; null if it is valid. */
export function numberError(text: string): string | null {
  return text.trim() === '' || numberOf(text) !== null ? null : 'A whole number, such as 2.';
}

/** Returns the filter. Invalid fields are ignored. */
export function filterOf(form: FilterForm): RoundFilterInput {
  const least = numberOf(form.least);
  const most = numberOf(form.most);
  const state = numberOf(form.state);
  const source = numberOf(form.source);
  const ids = (tags: readonly ChosenTag[]) => tags.flatMap(({ id }) => id ?? []);
  return {
    role: form.role === 'user' || form.role === 'system' ? form.role : null,
    speaker: form.role === 'agent' || form.role === 'bot' ? form.role : null,
    tagged: ids(form.tagged),
    untagged: ids(form.untagged),
    text: form.text,
    pattern: form.pattern,
    similar: form.similar,
    similarBy: form.similar.trim() === '' ? 'words' : form.similarBy,
    source: source as SourceId | null,
    state: state === null ? null : { state },
    tagCount: least === null && most === null ? null : { least, most },
    origin: form.origin === '' ? null : form.origin,
    checked: flagOf(form.checked),
    flagged: flagOf(form.flagged),
    commented: flagOf(form.commented),
  };
}

/** True if the form has no condition, so that it matches every turn. */
export const asksNothing = (form: FilterForm): boolean =>
  JSON.stringify(filterOf(form)) === JSON.stringify(filterOf(EMPTY_FILTER));
