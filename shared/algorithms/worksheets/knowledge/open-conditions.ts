import { isList, isRecord, type RecordValue, type Value, wordsOf } from '../language/values.ts';
import { tellingWords } from '../words/spans.ts';

/** Returns the BM25 weight of the words that each text shares with the question, divided by the question's weight. */
function sharesOf(texts: readonly string[], asked: string): readonly number[] {
  const words = [...new Set(tellingWords(asked))];
  const held = texts.map((text) => new Set(tellingWords(text)));
  const weights = words.map((word) => {
    const holding = Math.max(1, held.filter((one) => one.has(word)).length);
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return held.map((own) =>
    all === 0
      ? 0
      : words.reduce((sum, word, at) => (own.has(word) ? sum + (weights[at] ?? 0) : sum), 0) / all,
  );
}

/** Conditions consist of values; none is executed as a statement. */
export type Condition =
  | { readonly column: string; readonly test: 'is'; readonly value: Value }
  | {
      readonly column: string;
      readonly test: 'at_least' | 'at_most';
      readonly value: number | string;
    }
  | { readonly column: string; readonly test: 'about'; readonly text: string };

/** Returns true if a column has sentences, not just values. */
type IsWords = (column: string) => boolean;

/** Parses filters: `price=at_most(20)`, `review=about("good for children")`, `city="Bern"`. */
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

/** Returns true if a record meets a condition. Conditions in words are left to `recordsAbout`. */
export function meets({ entries }: RecordValue, condition: Condition): boolean {
  const own = entries[condition.column] ?? null;
  switch (condition.test) {
    case 'about':
      return true;
    case 'is':
      return isAs(own, condition.value);
    default: {
      const { value, test } = condition;
      // Dates and times are texts that sort correctly.
      if (own === null || typeof own !== typeof value) return false;
      return test === 'at_least' ? own >= value : own <= value;
    }
  }
}

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

const LEAST_SHARE = 0.5;

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

export interface OpenCondition {
  readonly place: string;
  readonly asked: string;
  readonly texts: readonly string[];
}

export type ReadTexts = (condition: OpenCondition) => readonly boolean[] | null;

type About = Extract<Condition, { readonly test: 'about' }>;

const MOST_READ = 20;

/** Returns the records that match a question in words, best first; judged by a reader of texts, or by words. */
export function recordsSaying(
  worksheet: string,
  records: readonly RecordValue[],
  conditions: readonly About[],
  read: ReadTexts | null,
): readonly RecordValue[] {
  // All conditions use the same records, so that the answer to one does not change what the others read.
  const likely = read && conditions.length > 0 ? likeliest(records, conditions) : [];
  return conditions.reduce((kept, { column, text }) => {
    const textOf = ({ entries }: RecordValue): string => wordsOf(entries[column] ?? '');
    const place = `${worksheet}.${column}`;
    const verdicts = likely.length > 0 && read?.({ place, asked: text, texts: likely.map(textOf) });
    if (!verdicts) return recordsAbout(kept, textOf, text);
    const still = new Set(kept);
    return likely.filter((record, at) => verdicts[at] && still.has(record));
  }, records);
}

function likeliest(records: readonly RecordValue[], conditions: readonly About[]): readonly RecordValue[] {
  const shares = conditions.map(({ column, text }) =>
    sharesOf(
      records.map(({ entries }) => wordsOf(entries[column] ?? '')),
      text,
    ),
  );
  return records
    .map((record, at) => ({ record, share: shares.reduce((sum, own) => sum + (own[at] ?? 0), 0) }))
    .sort((left, right) => right.share - left.share)
    .slice(0, MOST_READ)
    .map(({ record }) => record);
}
