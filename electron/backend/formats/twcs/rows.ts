import { quoted } from '../bytes/excerpt.ts';
import { parseTime } from '../conversations/time.ts';
import { doubles, flags, wholeNumbers } from '../csv/number-column.ts';
import type { CsvRow } from '../csv/regroup.ts';
import { RowSurvey } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { Tally } from '../reading/tally.ts';
import type { TwcsColumn } from './columns.ts';

/** No tweet, no author, no row. */
export const NONE = 0xffffffff;

const ROUNDED_IDS =
  'Ids that a spreadsheet has rounded, such as 8.9E+17: {count}, the first in line {line}. Their threads cannot be put together; export the file again with ids as text.';
const BAD_TIMES =
  'Times that cannot be read: {count}, the first in line {line}. Those tweets are placed by what they answer.';

/** The data that the first pass keeps of every tweet, in columns of numbers because there may be millions. */
export class TweetRows {
  readonly rows = new RowSurvey();
  /** Every tweet id that is named, also by tweets that answer one that is not in the file. */
  readonly tweets = new TextIndex();
  readonly authors = new TextIndex();
  readonly tweetOf = wholeNumbers();
  readonly authorOf = wholeNumbers();
  readonly inbound = flags();
  /** Milliseconds since 1970, NaN where unknown. */
  readonly epochMs = doubles();
  /** The tweet that a row answers, or NONE. */
  readonly answered = wholeNumbers();
  /** By tweet: its row + 1, or 0 if there is none. */
  readonly rowOf = wholeNumbers();
  /** Links that only one side records: the answered tweet lists its answers. */
  readonly linkParent = wholeNumbers();
  readonly linkChild = wholeNumbers();
  readonly #fields: Record<TwcsColumn, number>;
  readonly #tally: Tally;

  constructor(fields: Record<TwcsColumn, number>, tally: Tally) {
    this.#fields = fields;
    this.#tally = tally;
  }

  get count(): number {
    return this.tweetOf.length;
  }

  take(row: CsvRow): string | null {
    const { cells, line } = row;
    const fields = this.#fields;
    const id = tweetId(cells[fields.tweet_id]);
    if (id === '') return 'has no tweet_id. Fill in the cell.';
    const author = authorId(cells[fields.author_id]);
    if (author === '') return 'has no author_id. Fill in the cell.';
    const inbound = truthOf(cells[fields.inbound]);
    if (inbound === null)
      return `has the inbound value ${quoted(cells[fields.inbound])}. Write True or False.`;
    this.#noteRounded(id, line);
    const tweet = this.#tweet(id);
    const seen = this.rowOf.at(tweet);
    if (seen > 0)
      return `repeats the tweet_id ${quoted(id)} of line ${this.rows.lines[seen - 1]}. Leave one of them out.`;
    this.rowOf.set(tweet, this.count + 1);
    this.tweetOf.push(tweet);
    this.authorOf.push(this.authors.add(author));
    this.inbound.push(inbound ? 1 : 0);
    this.epochMs.push(this.#time(fields.created_at < 0 ? '' : (cells[fields.created_at] ?? ''), line));
    const [parent, ...more] = idList(cells[fields.in_response_to_tweet_id]);
    this.answered.push(parent === undefined ? NONE : this.#tweet(parent));
    for (const other of more) this.#link(this.#tweet(other), tweet);
    const answers = fields.response_tweet_id < 0 ? [] : idList(cells[fields.response_tweet_id]);
    for (const answer of answers) this.#link(tweet, this.#tweet(answer));
    return null;
  }

  #tweet(id: string): number {
    const tweet = this.tweets.add(id);
    if (tweet === this.rowOf.length) this.rowOf.push(0);
    return tweet;
  }

  #link(parent: number, child: number): void {
    this.linkParent.push(parent);
    this.linkChild.push(child);
  }

  #time(text: string, line: number): number {
    if (text.trim() === '') return Number.NaN;
    const time = parseTime(text, 'mdy');
    if (!time) this.#tally.add(BAD_TIMES, line);
    return time?.epochMs ?? Number.NaN;
  }

  #noteRounded(id: string, line: number): void {
    if (/^\d(\.\d+)?e\+?\d+$/i.test(id)) this.#tally.add(ROUNDED_IDS, line);
  }
}

/** Spreadsheets turn the column into numbers: 3.0 is 3. */
function tweetId(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text.endsWith('0') && text.includes('.') ? text.replace(/^(\d+)\.0+$/, '$1') : text;
}

export const authorId = tweetId;

const PLAIN_ID = /^\d+$/;

/** Ids in a cell that may hold several: `12,13` or `[12, 13]`. `nan` means none. */
function idList(cell: string | undefined): string[] {
  const text = (cell ?? '').trim();
  if (PLAIN_ID.test(text)) return [text];
  if (text === '' || /^(nan|none|null)$/i.test(text)) return [];
  return text
    .replaceAll(/[[\]"']/g, '')
    .split(/[\s,;|]+/)
    .map(tweetId)
    .filter((id) => id !== '');
}

function truthOf(cell: string | undefined): boolean | null {
  const word = (cell ?? '').trim().toLowerCase();
  if (['true', '1', '1.0', 't', 'yes'].includes(word)) return true;
  return ['false', '0', '0.0', 'f', 'no'].includes(word) ? false : null;
}
