import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import type { FieldSummary } from '#shared/contract/filters.ts';
import type { Comparison } from '#shared/domain/dialogue-filter.ts';

/** Two groups of dialogues that are worth comparing, and what tells them apart. */
export interface Pair {
  /** In short: "brand Acme / Bolt". */
  readonly name: string;
  /** As a question. */
  readonly about: string;
  readonly left: string;
  readonly right: string;
}

/** More values are no groups; fewer dialogues say nothing. */
const MOST_VALUES = 60;
const LEAST_DIALOGUES = 20;

/** By these a dialogue is told from all others, or belongs to both groups at once. */
const NO_GROUPS = ['id', 'tags seen'];

const where = (field: string, comparison: Comparison, value: string): string =>
  writeWhere({ kind: 'field', field, comparison, values: [value] });

/** The two commonest values of each field that divides the dialogues, such as two brands. */
export function valuePairs(fields: readonly FieldSummary[]): Pair[] {
  return fields.flatMap(({ name, kind, different, values }) => {
    const [first, second] = values;
    if (
      kind !== 'words' ||
      NO_GROUPS.includes(name) ||
      different < 2 ||
      different > MOST_VALUES ||
      !first ||
      !second
    )
      return [];
    if (second.dialogues < LEAST_DIALOGUES) return [];
    return [
      {
        name: `${name}: ${first.value} / ${second.value}`,
        about: `What differs between ${name} “${first.value}” and “${second.value}”?`,
        left: where(name, '=', first.value),
        right: where(name, '=', second.value),
      },
    ];
  });
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last two months of a field of dates; null where all is within one. */
export function monthPair(fields: readonly FieldSummary[]): Pair | null {
  const field = fields.find(({ name, kind }) => name === 'started' && kind === 'date');
  if (!field?.range) return null;
  const [first, last] = [new Date(field.range.least), new Date(field.range.most)];
  const start = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1));
  const before = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 1, 1));
  if (Number.isNaN(start.getTime()) || first >= start) return null;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  return {
    name: `${monthName.format(start)} / ${monthName.format(before)}`,
    about: `What differs between ${monthName.format(start)} and ${monthName.format(before)}?`,
    left: `started >= ${day(start)}`,
    right: `started >= ${day(before)} and started < ${day(start)}`,
  };
}

/** Fields by which people say how content they were, by their names. */
const CONTENT = /csat|nps|rating|satisf|score|stars/i;

/** The lower and the upper half of the range of each field that says how content people were. */
export function contentPairs(fields: readonly FieldSummary[]): Pair[] {
  return fields.flatMap(({ name, kind, range }) => {
    if (kind !== 'number' || range === null || !CONTENT.test(name) || range.least === range.most) return [];
    const middle = (Number(range.least) + Number(range.most)) / 2;
    return [
      {
        name: `${name}: low / high`,
        about: `What differs where ${name} is low?`,
        left: where(name, '<', String(middle)),
        right: where(name, '>=', String(middle)),
      },
    ];
  });
}
