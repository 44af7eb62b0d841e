import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import type { Comparison } from '#shared/domain/dialogue-filter.ts';
import { createTabState } from '../../project/mode.ts';

interface Groups {
  readonly left: string;
  readonly right: string;
}

const state = createTabState<Groups>('groups', { left: '', right: '' });
export const { use: useGroups, enter: enterGroups, change: changeGroups } = state;

export const otherGroup = ({ left, right }: Groups): string =>
  right.trim() === '' ? `not (${left})` : right;

export interface Pair {
  readonly name: string;
  readonly about: string;
  readonly left: string;
  readonly right: string;
}

/** Smaller groups are not suggested, and are compared only on request. */
export const LEAST_DIALOGUES = 30;

/** Fields that cannot form groups: they identify a single dialogue, or put a dialogue in both groups. */
const NO_GROUPS = ['id', 'tags seen'];

const where = (field: string, comparison: Comparison, value: string): string =>
  writeWhere({ kind: 'field', field, comparison, values: [value] });

/** Returns the two most frequent values of each field that divides the dialogues, such as two brands. */
export function valuePairs(fields: readonly FieldSummary[]): Pair[] {
  return fields.flatMap(({ name, kind, different, values }) => {
    const [first, second] = values;
    if (kind !== 'words' || NO_GROUPS.includes(name) || different < 2 || !first || !second) return [];
    if (second.dialogues < LEAST_DIALOGUES) return [];
    return [
      {
        name: `${name}: ${spokenTag(first.value)} / ${spokenTag(second.value)}`,
        about: `What differs between ${name} “${spokenTag(first.value)}” and “${spokenTag(second.value)}”?`,
        left: where(name, '=', first.value),
        right: where(name, '=', second.value),
      },
    ];
  });
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the two months with the most dialogues, the later month first; null unless two months have at least 30. */
export function monthPair(fields: readonly FieldSummary[]): Pair | null {
  const field = fields.find(({ name, kind }) => name === 'started' && kind === 'date');
  const [first, second] = (field?.months ?? [])
    .filter(({ dialogues }) => dialogues >= LEAST_DIALOGUES)
    .sort((a, b) => b.dialogues - a.dialogues || (a.month < b.month ? 1 : -1));
  if (!first || !second) return null;
  const [earlier, later] = [first.month, second.month].sort().map((month) => new Date(`${month}-01`));
  if (!earlier || !later) return null;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const within = (start: Date): string =>
    `started >= ${day(start)} and started < ${day(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)))}`;
  return {
    name: `${monthName.format(later)} / ${monthName.format(earlier)}`,
    about: `What differs between ${monthName.format(later)} and ${monthName.format(earlier)}?`,
    left: within(later),
    right: within(earlier),
  };
}

/** Matches names of fields that measure satisfaction. */
const CONTENT = /csat|nps|rating|satisf|score|stars/i;

/** Returns the lower and the upper half of the range of each satisfaction field. */
export function contentPairs(fields: readonly FieldSummary[]): Pair[] {
  return fields.flatMap(({ name, kind, range }) => {
    if (kind !== 'number' || range === null || !CONTENT.test(name) || range.least === range.most) return [];
    const middle = (Number(range.least) + Number(range.most)) / 2;
    return [
      {
        name: `${name}: low / high`,
        about: `What differs when ${name} is low?`,
        left: where(name, '<', String(middle)),
        right: where(name, '>=', String(middle)),
      },
    ];
  });
}
