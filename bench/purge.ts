/**
 * Measures a purge of a tenth of the dialogues, then of nine tenths of the rest.
 *
 * npx node bench/purge.ts [--dialogues 50000]
 */
import { createWriteStream } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { DialogramClient } from '../shared/contract/contract.ts';
import type { DialogueId } from '../shared/domain/ids.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const TURNS = 7;
const WORDS = 20_000;
const WORDS_A_TURN = 12;
const ACTS = 60;
const DIALOGUES_A_PAGE = 500;

async function writeDialogues(path: string, count: number): Promise<void> {
  const random = createRandom(1);
  const file = createWriteStream(path);
  for (let at = 0; at < count; at++) {
    const turns = Array.from({ length: TURNS }, (_, turn) => ({
      speaker: turn % 2 === 0 ? 'user' : 'system',
      text: `call ${at} ${Array.from({ length: WORDS_A_TURN }, () => `word${random.integer(WORDS)}`).join(' ')}`,
      acts: [`act-${random.integer(ACTS)}`],
    }));
    const isTaken = file.write(`${JSON.stringify({ id: `call-${at}`, domain: [], turns })}\n`);
    if (!isTaken) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
}

async function someDialogues(client: DialogramClient, count: number): Promise<DialogueId[]> {
  const ids: DialogueId[] = [];
  for (let offset = 0; ids.length < count; offset += DIALOGUES_A_PAGE) {
    const { items } = await client.corpus.dialogues({ offset, limit: DIALOGUES_A_PAGE });
    ids.push(...items.map(({ id }) => id));
  }
  return ids.slice(0, count);
}

/** Seconds, and the longest block of the thread in ms. */
async function watched(work: () => Promise<unknown>) {
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  stalls.disable();
  return { seconds: Number(seconds.toFixed(2)), longestStallMs: Math.round(stalls.max / 1e6) };
}

const { values } = parseArgs({ options: { dialogues: { type: 'string', default: '50000' } } });
const total = Number(values.dialogues);
const { folder, client, close } = openWorkplace();
try {
  const file = join(folder, 'calls.jsonl');
  await writeDialogues(file, total);
  await client.projects.create({ path: 'purge' });
  await finished(client, await client.corpus.import({ paths: [file] }));
  await finished(client, await client.tagging.run({ tagger: 'annotations' }));
  await finished(client, await client.automata.learn({ learner: 'context', lambda: null }));
  const results: unknown[] = [];
  for (const count of [total / 10, (total * 9) / 10]) {
    const dialogues = await someDialogues(client, count);
    const selection = { sources: [], dialogues };
    results.push({
      purged: count,
      of: (await client.corpus.dialogues({ limit: 1 })).total,
      preview: await watched(() => client.purge.preview(selection)),
      purge: await watched(async () =>
        finished(client, await client.purge.run({ ...selection, expected: count })),
      ),
    });
  }
  console.log(
    JSON.stringify(
      { benchmark: 'purge', node: process.version, processor: cpus()[0]?.model ?? 'unknown', results },
      null,
      2,
    ),
  );
} finally {
  await close();
}
