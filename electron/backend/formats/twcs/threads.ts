import type { Breather } from '../../jobs/breather.ts';
import { quoted } from '../bytes/format-error.ts';
import { parseTime } from '../conversations/time.ts';
import { type CsvRow, NO_GROUP } from '../csv/regroup.ts';
import { doubles, flags, RowSurvey, wholeNumbers } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { Tally } from '../reading/reading.ts';

export const TWCS_REQUIRED = ['tweet_id', 'author_id', 'inbound', 'text', 'in_response_to_tweet_id'] as const;
const TWCS_OPTIONAL = ['created_at', 'response_tweet_id'] as const;

export type TwcsColumn = (typeof TWCS_REQUIRED)[number] | (typeof TWCS_OPTIONAL)[number];

export function twcsFields(columns: readonly string[]): Record<TwcsColumn, number> {
  const names = columns.map((column) => column.toLowerCase());
  const fields = [...TWCS_REQUIRED, ...TWCS_OPTIONAL].map((name) => [name, names.indexOf(name)]);
  return Object.fromEntries(fields) as Record<TwcsColumn, number>;
}

/** Stands for no tweet, no author, or no row. */
export const NONE = 0xffffffff;

const ROUNDED_IDS =
  'Ids that a spreadsheet rounded, such as 8.9E+17: {count}, the first in line {line}. Their threads cannot be restored. Export the file again with ids as text.';
const BAD_TIMES =
  'Times that cannot be read: {count}, the first in line {line}. These tweets are placed after the tweet they answer.';

/** The data of all tweets from the first pass, in columns of numbers, because there may be millions of tweets. */
export class TweetRows {
  readonly rows = new RowSurvey();
  /** Every tweet id that is mentioned, even of missing tweets. */
  readonly tweets = new TextIndex();
  readonly authors = new TextIndex();
  readonly tweetOf = wholeNumbers();
  readonly authorOf = wholeNumbers();
  readonly inbound = flags();
  /** Milliseconds since 1970; NaN if unknown. */
  readonly epochMs = doubles();
  readonly answered = wholeNumbers();
  /** One entry per tweet: its row + 1, or 0. */
  readonly rowOf = wholeNumbers();
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
      return `repeats the tweet_id ${quoted(id)} of line ${this.rows.lines[seen - 1]}. Remove one of the two lines.`;
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

/** Returns the id of a tweet. Spreadsheets turn the column into numbers, so 3.0 becomes 3. */
function tweetId(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text.endsWith('0') && text.includes('.') ? text.replace(/^(\d+)\.0+$/, '$1') : text;
}

export const authorId = tweetId;

const PLAIN_ID = /^\d+$/;

/** Returns the ids in a cell: `12,13` or `[12, 13]`; none for `nan`. */
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

export interface Threads {
  readonly groups: Uint32Array;
  readonly groupCount: number;
  /** One entry per row: the brand of its dialogue (an author), or NONE. */
  readonly brandOf: Uint32Array;
  /** One entry per row: its time. If its own time is unknown, or the answered tweet's is later, that one. */
  readonly sortMs: Float64Array;
  /** One entry per row: the number of answers between it and the tweet that opened the thread. */
  readonly depth: Uint32Array;
}

/** The time slice is checked after this many steps. */
const STEP_MASK = 0xffff;

/**
 * Builds threads of tweets that are linked by answers, even through a missing tweet. A customer's tweet belongs to the
 * nearest brand above, else to the first brand that answered below, else to its parent's brand. A brand's tweet belongs
 * to the nearest customer above, else to the first customer who answered.
 */
export async function buildThreads(rows: TweetRows, breather: Breather): Promise<Threads> {
  const parents = await parentRows(rows, breather);
  const { order, depth } = await byDepth(parents, breather);
  const sortMs = await sortTimes(rows, parents, order, breather);
  const customerOf = await sideOf(rows, { inbound: 1, parents, order, sortMs }, breather);
  const brandOf = await sideOf(rows, { inbound: 0, parents, order, sortMs }, breather);
  const threads = await threadsOf(rows, breather);
  const dialogues = new TextIndex();
  const groups = new Uint32Array(rows.count).fill(NO_GROUP);
  for (let row = 0; row < rows.count; row++) {
    if ((row & 0xfff) === 0 && breather.due) await breather.pause();
    groups[row] = dialogues.add(`${threads[row]} ${customerOf[row]} ${brandOf[row]}`);
  }
  return { groups, groupCount: dialogues.size, brandOf, sortMs, depth };
}

/**
 * Returns the row that each row answers, or NONE. A tweet's own reference precedes the other tweet's list of answers.
 */
async function parentRows(rows: TweetRows, breather: Breather): Promise<Uint32Array> {
  const rowOf = rows.rowOf.values();
  const answered = rows.answered.values();
  const parents = new Uint32Array(rows.count).fill(NONE);
  for (let row = 0; row < rows.count; row++) {
    if ((row & STEP_MASK) === 0 && breather.due) await breather.pause();
    const parent = answered[row] === NONE ? NONE : rowOf[answered[row]!]! - 1;
    if (parent !== row && parent >= 0) parents[row] = parent;
  }
  const linkParent = rows.linkParent.values();
  const linkChild = rows.linkChild.values();
  for (let link = 0; link < linkParent.length; link++) {
    if ((link & STEP_MASK) === 0 && breather.due) await breather.pause();
    const parent = rowOf[linkParent[link]!]!;
    const child = rowOf[linkChild[link]!]!;
    if (parent > 0 && child > 0 && parent !== child && parents[child - 1] === NONE)
      parents[child - 1] = parent - 1;
  }
  return parents;
}

async function byDepth(
  parents: Uint32Array,
  breather: Breather,
): Promise<{ order: Uint32Array; depth: Uint32Array }> {
  const UNKNOWN = NONE;
  const depth = new Uint32Array(parents.length).fill(UNKNOWN);
  const path: number[] = [];
  const onPath = new Set<number>();
  let deepest = 0;
  for (let row = 0; row < parents.length; row++) {
    if ((row & STEP_MASK) === 0 && breather.due) await breather.pause();
    let current = row;
    while (depth[current] === UNKNOWN) {
      path.push(current);
      onPath.add(current);
      const parent = parents[current]!;
      if (parent === NONE) break;
      if (onPath.has(parent)) {
        parents[current] = NONE;
        break;
      }
      current = parent;
    }
    onPath.clear();
    for (let below = path.pop(); below !== undefined; below = path.pop()) {
      depth[below] = parents[below] === NONE ? 0 : depth[parents[below]!]! + 1;
      deepest = Math.max(deepest, depth[below]!);
    }
  }
  const starts = new Uint32Array(deepest + 2);
  for (const level of depth) starts[level + 1]!++;
  for (let level = 0; level <= deepest; level++) starts[level + 1]! += starts[level]!;
  const order = new Uint32Array(parents.length);
  for (let row = 0; row < parents.length; row++) order[starts[depth[row]!]!++] = row;
  return { order, depth };
}

async function sortTimes(
  rows: TweetRows,
  parents: Uint32Array,
  order: Uint32Array,
  breather: Breather,
): Promise<Float64Array> {
  const own = rows.epochMs.values();
  const sortMs = new Float64Array(rows.count);
  for (let index = 0; index < order.length; index++) {
    if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
    const row = order[index]!;
    const before = parents[row] === NONE ? Number.NEGATIVE_INFINITY : sortMs[parents[row]!]!;
    sortMs[row] = Number.isNaN(own[row]) ? before : Math.max(own[row]!, before);
  }
  return sortMs;
}

interface Side {
  /** 1 for the customers' side, 0 for the brands'. */
  readonly inbound: 0 | 1;
  readonly parents: Uint32Array;
  readonly order: Uint32Array;
  readonly sortMs: Float64Array;
}

/** Returns an author of the side for each row: its own, the nearest above, the first below, or its parent's. */
async function sideOf(rows: TweetRows, side: Side, breather: Breather): Promise<Uint32Array> {
  const { parents, order, sortMs } = side;
  const inbound = rows.inbound.values();
  const authorOf = rows.authorOf.values();
  const author = new Uint32Array(rows.count).fill(NONE);
  const inherit = async (): Promise<void> => {
    for (let index = 0; index < order.length; index++) {
      if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
      const row = order[index]!;
      if (author[row] === NONE && inbound[row] === side.inbound) author[row] = authorOf[row]!;
      if (author[row] === NONE && parents[row] !== NONE) author[row] = author[parents[row]!]!;
    }
  };
  await inherit();
  // Begins with the deepest rows, so that an answer's side is already known.
  const firstBelow = new Uint32Array(rows.count).fill(NONE);
  for (let index = order.length - 1; index >= 0; index--) {
    if ((index & STEP_MASK) === 0 && breather.due) await breather.pause();
    const row = order[index]!;
    if (author[row] === NONE && firstBelow[row] !== NONE) author[row] = author[firstBelow[row]!]!;
    const parent = parents[row]!;
    if (parent === NONE || author[row] === NONE || author[parent] !== NONE) continue;
    const first = firstBelow[parent]!;
    const earlier =
      first === NONE || sortMs[row]! < sortMs[first]! || (sortMs[row] === sortMs[first] && row < first);
    if (earlier) firstBelow[parent] = row;
  }
  await inherit();
  return author;
}

async function threadsOf(rows: TweetRows, breather: Breather): Promise<Uint32Array> {
  const above = new Uint32Array(rows.tweets.size);
  for (let tweet = 0; tweet < above.length; tweet++) above[tweet] = tweet;
  const rootOf = (tweet: number): number => {
    let root = tweet;
    while (above[root] !== root) {
      above[root] = above[above[root]!]!;
      root = above[root]!;
    }
    return root;
  };
  // The smaller number is the root, so that the order of links does not matter.
  const join = (one: number, other: number): void => {
    const first = rootOf(one);
    const second = rootOf(other);
    above[Math.max(first, second)] = Math.min(first, second);
  };
  const tweetOf = rows.tweetOf.values();
  const answered = rows.answered.values();
  for (let row = 0; row < rows.count; row++) {
    if ((row & STEP_MASK) === 0 && breather.due) await breather.pause();
    if (answered[row] !== NONE) join(tweetOf[row]!, answered[row]!);
  }
  const linkParent = rows.linkParent.values();
  const linkChild = rows.linkChild.values();
  for (let link = 0; link < linkParent.length; link++) {
    if ((link & STEP_MASK) === 0 && breather.due) await breather.pause();
    join(linkParent[link]!, linkChild[link]!);
  }
  const threads = new Uint32Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    if ((row & STEP_MASK) === 0 && breather.due) await breather.pause();
    threads[row] = rootOf(tweetOf[row]!);
  }
  return threads;
}
