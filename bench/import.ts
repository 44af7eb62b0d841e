/**
 * Measures imports of generated files, from the method call until the job is done.
 *
 * npx node bench/import.ts [--rows 1000000] [--shapes long,wide,chat,twcs] [--twcs FILE.csv]
 *
 * `--twcs` repeats that file with new ids.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRouterClient } from '@orpc/server';
import { parse } from 'csv-parse/sync';
import { createBackend } from '../electron/backend/backend.ts';
import { anyFile } from '../electron/backend/files.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { DialogramClient } from '../shared/contract/contract.ts';
import type { JobId } from '../shared/domain/ids.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    shapes: { type: 'string', default: 'long,wide,chat,twcs' },
    twcs: { type: 'string' },
    shape: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const START = Date.parse('2025-01-01T00:00:00.000Z');
const WORDS = 20_000;
const random = createRandom(1);
const words = (count: number): string =>
  Array.from({ length: count }, () => `w${Math.floor(WORDS * random.next() ** 3)}`).join(' ');
const timeAt = (row: number): string => new Date(START + row * 7000).toISOString();

interface Turn {
  readonly conversation: number;
  readonly turn: number;
  readonly row: number;
}

function* turns(): Generator<Turn, void, undefined> {
  for (let row = 0, conversation = 0; row < ROWS; conversation++) {
    const length = Math.min(ROWS - row, 4 + random.integer(9));
    for (let turn = 0; turn < length; turn++) yield { conversation, turn, row: row++ };
  }
}

const speakerOf = ({ turn }: Turn): string => (turn % 2 === 0 ? 'customer' : 'agent');

function* longRows(): Generator<string, void, undefined> {
  yield 'conversation,speaker,time,text';
  for (const turn of turns())
    yield `c${turn.conversation},${speakerOf(turn)},${timeAt(turn.row)},${words(4 + random.integer(8))}`;
}

function* wideRows(): Generator<string, void, undefined> {
  const columns = Array.from({ length: 30 }, (_, at) => `field_${at}`);
  yield `conversation,speaker,time,text,${columns.join(',')}`;
  for (const turn of turns()) {
    const cells = columns.map((_, at) => (at % 3 === 0 ? '' : at % 3 === 1 ? random.integer(100) : words(1)));
    yield `c${turn.conversation},${speakerOf(turn)},${timeAt(turn.row)},"${words(8)}, please",${cells.join(',')}`;
  }
}

function* chatLines(): Generator<string, void, undefined> {
  let messages: { role: string; content: string }[] = [];
  for (const turn of turns()) {
    if (turn.turn === 0 && messages.length > 0) {
      yield JSON.stringify({ id: `chat-${turn.conversation}`, messages });
      messages = [];
    }
    messages.push({
      role: turn.turn % 2 === 0 ? 'user' : 'assistant',
      content: words(6 + random.integer(20)),
    });
  }
  if (messages.length > 0) yield JSON.stringify({ id: 'chat-last', messages });
}

const TWCS_HEADER = 'tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id';

/** Yields tweets of one thread some hundred rows apart, answers first, as in the dump. */
function* tweetRows(): Generator<string, void, undefined> {
  yield TWCS_HEADER;
  const rows: string[] = [];
  let id = 1;
  for (const { conversation, turn } of turns()) {
    const isLast = rows.length % 4 === 0;
    const author = turn % 2 === 0 ? 100_000 + conversation : `Brand${conversation % 90}`;
    const at = new Date(START + id * 7000)
      .toUTCString()
      .replace(/^(...), (..) (...) (....) (.*) GMT$/, '$1 $3 $2 $5 +0000 $4');
    const answers = isLast ? '' : String(id + 1);
    const answered = turn === 0 ? '' : String(id - 1);
    rows.push(
      `${id},${author},${turn % 2 === 0 ? 'True' : 'False'},${at},"@${id} ${words(8)}, ${words(8)}",${answers},${answered}`,
    );
    id++;
    if (rows.length < 400) continue;
    yield* rows.reverse();
    rows.length = 0;
  }
  yield* rows;
}

function* repeatedTweets(path: string): Generator<string, void, undefined> {
  yield TWCS_HEADER;
  const tweets: Record<string, string>[] = parse(readFileSync(path), { columns: true });
  const step = Math.max(...tweets.map(({ tweet_id }) => Number(tweet_id))) + 1_000_000;
  for (let row = 0; row < ROWS; row++) {
    const copy = Math.floor(row / tweets.length);
    const tweet = tweets[row % tweets.length] ?? {};
    const moved = (ids = ''): string =>
      ids === ''
        ? ''
        : ids
            .split(',')
            .map((id) => String(Number(id) + copy * step))
            .join(',');
    const author = /^\d+$/.test(tweet.author_id ?? '') ? moved(tweet.author_id) : tweet.author_id;
    const cells = [
      moved(tweet.tweet_id),
      author,
      tweet.inbound,
      tweet.created_at,
      tweet.text,
      moved(tweet.response_tweet_id),
      moved(tweet.in_response_to_tweet_id),
    ];
    yield cells
      .map((cell = '') => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(',');
  }
}

const SHAPES: Record<string, () => Generator<string, void, undefined>> = {
  long: longRows,
  wide: wideRows,
  chat: chatLines,
  twcs: () => (values.twcs === undefined ? tweetRows() : repeatedTweets(values.twcs)),
};

function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, 'w');
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 2 ** 20) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function finished(client: DialogramClient, job: JobId): Promise<string> {
  let last = '';
  for await (const { state, error } of await client.jobs.watch({ job })) {
    if (state === 'failed') throw new Error(error?.message);
    last = state;
  }
  return last;
}

async function measure(shape: string, folder: string): Promise<void> {
  const path = join(folder, `${shape}.${shape === 'chat' ? 'jsonl' : 'csv'}`);
  const backend = createBackend({
    shell: 'test',
    version: '0.0.0',
    files: anyFile({ workspace: folder, from: folder }),
    settingsFolder: null,
  });
  const client: DialogramClient = createRouterClient(backend.router, {
    context: { session: backend.openSession() },
  });
  await client.projects.create({ path: `${shape}.dialogram` });
  const before = {
    memory: process.memoryUsage.rss(),
    cpu: process.cpuUsage(),
    thread: worked(),
    at: performance.now(),
  };
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  let [last, heldMs] = [worked(), 0];
  const watch = setInterval(() => {
    const now = worked();
    heldMs = Math.max(heldMs, now - last);
    last = now;
  }, 1);
  await finished(client, (await client.corpus.import({ paths: [path] })).job);
  clearInterval(watch);
  loop.disable();
  const seconds = (performance.now() - before.at) / 1000;
  const threadSeconds = (worked() - before.thread) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const [source] = await client.corpus.sources();
  const project = statSync(join(folder, `${shape}.dialogram`)).size;

  await client.projects.close();
  await client.projects.create({ path: `${shape}-cancelled.dialogram` });
  const { job } = await client.corpus.import({ paths: [path] });
  await delay(seconds * 300);
  const asked = performance.now();
  await client.jobs.cancel({ job });
  const ended = await finished(client, job);
  const cancelMs = performance.now() - asked;
  await backend.stop();

  const { length } = path;
  const round = (value: number, digits = 0): number => Number(value.toFixed(digits));
  console.log(
    JSON.stringify({
      bench: 'import',
      shape,
      megabytes: round(statSync(path).size / 2 ** 20),
      ...(length > 0 && source && { dialogues: source.dialogues, utterances: source.utterances }),
      seconds: round(seconds, 1),
      rowsPerSecond: round(ROWS / seconds),
      cpuSeconds: round((user + system) / 1e6, 1),
      threadSeconds: round(threadSeconds, 1),
      rowsPerThreadSecond: round(ROWS / threadSeconds),
      peakMegabytes: round(process.resourceUsage().maxRSS / 1024),
      memoryBeforeMegabytes: round(before.memory / 2 ** 20),
      held: { clockMs: round(loop.max / 1e6), cpuMs: round(heldMs) },
      cancel: { state: ended, ms: round(cancelMs) },
      projectMegabytes: round(project / 2 ** 20),
    }),
  );
}

if (values.shape !== undefined) {
  await measure(values.shape, process.cwd());
} else {
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-bench-import-'));
  try {
    for (const shape of values.shapes.split(',')) {
      const lines = SHAPES[shape];
      if (!lines)
        throw new Error(`There is no shape "${shape}"; there are ${Object.keys(SHAPES).join(', ')}.`);
      writeLines(join(folder, `${shape}.${shape === 'chat' ? 'jsonl' : 'csv'}`), lines());
      const script = fileURLToPath(import.meta.url);
      const told = [script, '--shape', shape, '--rows', values.rows];
      process.stdout.write(execFileSync(process.execPath, told, { cwd: folder, encoding: 'utf8' }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
