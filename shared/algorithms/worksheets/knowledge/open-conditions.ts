import { type RecordValue, wordsOf } from '../language/values.ts';
import { type Condition, recordsAbout } from './conditions.ts';
import { sharesOf } from './shares.ts';

/** A question in words about the texts of a column, for the records most likely to match. */
export interface OpenCondition {
  /** "Restaurant.review". */
  readonly place: string;
  readonly asked: string;
  readonly texts: readonly string[];
}

/** Returns which texts match the question, as judged by a reader; null if nobody read them. */
export type ReadTexts = (condition: OpenCondition) => readonly boolean[] | null;

type About = Extract<Condition, { readonly test: 'about' }>;

/** Records whose texts are read for a question. */
const MOST_READ = 20;

/** Returns the records that match a question in words, best first; by a reader of the likeliest, else by words. */
export function recordsSaying(
  worksheet: string,
  records: readonly RecordValue[],
  conditions: readonly About[],
  read: ReadTexts | null,
): readonly RecordValue[] {
  // All conditions are about the same records, so that reading does not depend on an answer.
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
