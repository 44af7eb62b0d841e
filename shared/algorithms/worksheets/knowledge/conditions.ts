import { isList, isRecord, type RecordValue, type Value, wordsOf } from '../language/values.ts';
import { sharesOf } from './shares.ts';

/** A condition on the records of a table. Filters are values and are never executed as statements. */
export type Condition =
  | { readonly column: string; readonly test: 'is'; readonly value: Value }
  | {
      readonly column: string;
      readonly test: 'at_least' | 'at_most';
      readonly value: number | string;
    }
  | { readonly column: string; readonly test: 'about'; readonly text: string };

/** A column of which a text asks: long texts say something, they are nothing. */
type IsWords = (column: string) => boolean;

/** Returns the conditions of filters: `price=at_most(20)`, `review=about("good for children")`, `city="Bern"`. */
export function conditionsOf(
  filters: Readonly<Record<string, Value>>,
  isWords: IsWords,
): readonly Condition[] {
  return Object.entries(filters).flatMap(([column, value]): Condition[] => {
    if (value === null) return [];
    if (typeof value === 'string' && isWords(column)) return [{ column, test: 'about', text: value }];
    if (!isRecord(value)) return [{ column, test: 'is', value }];
    const { about, ...bounds } = value.entries;
    if (about !== undefined && about !== null) return [{ column, test: 'about', text: wordsOf(about) }];
    const tests = (['at_least', 'at_most'] as const).flatMap((test): Condition[] => {
      const bound = bounds[test];
      return typeof bound === 'number' || typeof bound === 'string' ? [{ column, test, value: bound }] : [];
    });
    return tests.length > 0 ? tests : [{ column, test: 'is', value }];
  });
}

/** Returns true if a record meets a condition; conditions in words are left to `recordsAbout`. */
export function meets({ entries }: RecordValue, condition: Condition): boolean {
  const own = entries[condition.column] ?? null;
  switch (condition.test) {
    case 'about':
      return true;
    case 'is':
      return isAs(own, condition.value);
    default: {
      const { value, test } = condition;
      // Dates and times are texts in sortable form.
      if (own === null || typeof own !== typeof value) return false;
      return test === 'at_least' ? own >= value : own <= value;
    }
  }
}

/** Texts compare by their words. A list matches if it contains one of the wanted items. */
function isAs(own: Value, wanted: Value): boolean {
  if (isList(wanted)) return wanted.some((one) => isAs(own, one));
  if (isList(own)) return own.some((one) => isAs(one, wanted));
  if (typeof own === 'number' && typeof wanted === 'number') return own === wanted;
  const words = plainWords(wordsOf(wanted));
  return words !== '' && ` ${plainWords(wordsOf(own))} `.includes(` ${words} `);
}

export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A text matches a question with at least half of its words' weight; rare words weigh more. */
const LEAST_SHARE = 0.5;

/** Returns the records whose texts match a question by its words, best first. */
export function recordsAbout(
  records: readonly RecordValue[],
  textOf: (record: RecordValue) => string,
  asked: string,
): readonly RecordValue[] {
  const shares = sharesOf(records.map(textOf), asked);
  return records
    .map((record, at) => ({ record, at, share: shares[at] ?? 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((left, right) => right.share - left.share || left.at - right.at)
    .map(({ record }) => record);
}
