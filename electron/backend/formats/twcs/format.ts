import type { ImportedDialogue, ImportedUtterance } from '#shared/domain/dialogue.ts';
import { required } from '#shared/domain/required.ts';
import { FormatError } from '../bytes/format-error.ts';
import { type CsvLayout, layoutOf } from '../csv/layout.ts';
import { NO_GROUP, type RowGroup, regroup } from '../csv/regroup.ts';
import type { TableFormat } from '../format.ts';
import { missingColumns } from '../long-csv/columns.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';
import {
  authorId,
  buildThreads,
  NONE,
  type Threads,
  TWCS_REQUIRED,
  type TwcsColumn,
  TweetRows,
  twcsFields,
} from './threads.ts';

const BRANDS_SHOWN = 10;

/**
 * Customer Support on Twitter (`twcs.csv`). Each pair of a customer and a brand in a thread is a dialogue. The first
 * pass stores ids and links; the second reads the texts. @throws FormatError MISSING_COLUMNS, UNKNOWN_BRAND
 */
async function* readTwcs(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options, tally, breather } = reading;
  const layout = layoutOf(head, options.delimiter);
  const fields = twcsFields(layout.columns);
  const missing = TWCS_REQUIRED.filter((name) => fields[name] < 0);
  if (missing.length > 0) throw missingColumns(layout, missing);

  const tweets = new TweetRows(fields, tally);
  const required = TWCS_REQUIRED.filter((name) => name !== 'in_response_to_tweet_id').map(
    (name) => fields[name],
  );
  yield* tweets.rows.run(reading, layout, required, (row) => tweets.take(row));
  const threads = await buildThreads(tweets, breather);
  if (options.brand !== null) yield* leaveOutOtherBrands(head.path, tweets, threads, options.brand);

  const { lines } = tweets.rows;
  const build = threadBuilder(tweets, threads, layout, fields, tally);
  for await (const group of regroup(reading, layout, { ...threads, lines })) {
    yield { kind: 'dialogue', dialogue: build(group) };
  }
  yield { kind: 'end', records: tweets.rows.records };
}

function* leaveOutOtherBrands(
  path: string,
  tweets: TweetRows,
  threads: Threads,
  brand: string,
): Generator<ImportEvent, void, undefined> {
  const wanted = findBrand(path, tweets, threads, brand);
  let records = 0;
  let line = 0;
  for (let row = 0; row < tweets.count; row++) {
    if (threads.brandOf[row] === wanted) continue;
    threads.groups[row] = NO_GROUP;
    if (records++ === 0) line = tweets.rows.lines[row]!;
  }
  if (records > 0) yield { kind: 'ignored', line, records, reason: 'tweets of other brands' };
}

function findBrand(path: string, tweets: TweetRows, threads: Threads, name: string): number {
  const counts = new Map<number, number>();
  for (const brand of threads.brandOf) {
    if (brand !== NONE) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  const wanted = name.trim().replace(/^@/, '').toLowerCase();
  for (const brand of counts.keys()) {
    if (tweets.authors.text(brand).toLowerCase() === wanted) return brand;
  }
  const biggest = [...counts]
    .toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
    .slice(0, BRANDS_SHOWN);
  const list = biggest.map(([brand, count]) => `${tweets.authors.text(brand)} (${count})`).join(', ');
  throw new FormatError(
    'UNKNOWN_BRAND',
    path,
    `"${path}" has no brand "${name}". The largest brands and their numbers of tweets are: ${list || 'none'}.`,
    'Choose one of these brands, or leave the brand out to import all.',
  );
}

function threadBuilder(
  tweets: TweetRows,
  { sortMs, depth, brandOf }: Threads,
  { columns }: CsvLayout,
  fields: Record<TwcsColumn, number>,
  tally: Tally,
) {
  const { text, author_id, created_at, in_response_to_tweet_id } = fields;
  const known = new Set(Object.values(fields));
  const others = Array.from(columns.keys()).filter((index) => !known.has(index));
  const tweetId = (index: number): string => tweets.tweets.text(tweets.tweetOf.at(index));

  const utteranceOf = ({ index, row: { cells, line } }: RowGroup['rows'][number]): ImportedUtterance => {
    const epochMs = tweets.epochMs.at(index);
    const extra: Record<string, unknown> = { tweet_id: tweetId(index) };
    const answered = (cells[in_response_to_tweet_id] ?? '').trim();
    if (answered !== '') extra.in_response_to_tweet_id = answered;
    const written = created_at < 0 ? '' : (cells[created_at] ?? '').trim();
    if (Number.isNaN(epochMs) && written !== '') extra.created_at = written;
    const filled = others.filter((other) => (cells[other] ?? '') !== '');
    const inbound = tweets.inbound.at(index) === 1;
    return {
      role: inbound ? 'user' : 'system',
      // Whoever writes for a brand is its agent.
      speakerKind: inbound ? 'customer' : 'agent',
      speaker: cleanText(authorId(cells[author_id]), line, tally),
      text: cleanText(cells[text] ?? '', line, tally),
      time: Number.isNaN(epochMs) ? null : new Date(epochMs).toISOString(),
      line,
      acts: null,
      extra: { ...extra, ...Object.fromEntries(filled.map((other) => [columns[other], cells[other]])) },
    };
  };
  return ({ rows }: RowGroup): ImportedDialogue => {
    const ordered = rows.toSorted(
      ({ index: one }, { index: other }) =>
        (sortMs[one]! < sortMs[other]! ? -1 : sortMs[one]! > sortMs[other]! ? 1 : 0) ||
        depth[one]! - depth[other]! ||
        one - other,
    );
    const first = required(ordered[0], 'row in the group');
    const brand = brandOf[first.index]!;
    const clean = (name: string): string => cleanText(name, first.row.line, tally);
    return {
      externalId: clean(tweetId(first.index)),
      domains: brand === NONE ? [] : [clean(tweets.authors.text(brand))],
      utterances: ordered.map(utteranceOf),
      extra: null,
    };
  };
}

export const twcs: TableFormat = {
  name: 'twcs',
  notation: 'table',
  recognise({ columns }) {
    const fields = twcsFields(columns);
    if (TWCS_REQUIRED.some((name) => fields[name] < 0)) return null;
    return {
      confidence: 1,
      reason: 'The header matches Customer Support on Twitter (tweet_id, author_id, inbound, …).',
    };
  },
  read: readTwcs,
};
