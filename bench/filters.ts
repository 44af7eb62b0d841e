/**
 * Measures a filter on a project of 50,000 dialogues: the time until the count and the first page of the list, the
 * longest time the backend's thread worked without a pause, and the time to make a picture larger or smaller there.
 *
 * npx node bench/filters.ts [dialogues] (default: 50000)
 *
 * The corpus is generated from a seed: 6.4 turns per dialogue, 60 tags, times, and five columns of a file. Prints one
 * JSON object; times in ms, `cpuMs` of all threads, which other load on the machine does not change. `first` includes
 * reading all fields of the dialogues, which is done once; `opened` is the first filter after opening the project, once
 * `fields` are read, which the page requests as it opens.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { WriteDatabase } from '../electron/backend/store/database.ts';
import { finishRun, startRun } from '../electron/backend/store/runs/run-table.ts';
import { runTagWriter } from '../electron/backend/store/tags/round-tags.ts';
import { summariseVocabulary } from '../electron/backend/store/tags/run-vocabulary-table.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { RoundId } from '../shared/domain/ids.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const DIALOGUES = Number(process.argv[2] ?? 50_000);
const TAGS = 60;
const START = Date.parse('2025-01-01T00:00:00.000Z');
const MINUTE = 60_000;
const { session, client, close } = openWorkplace();
const WORDS =
  'order card refund parcel late broken invoice number please thanks account login plan phone'.split(' ');

/** Fills the tables as an import and a tagger would. */
function fill(database: WriteDatabase): number {
  const random = createRandom(1);
  const at = new Date(START).toISOString();
  database.exec(`INSERT INTO sources VALUES (1, 'made-up.jsonl', 'neutral');
    INSERT INTO imports (id, source_id, job_id, path, options, join_rounds, started_at, finished_at)
      VALUES (1, 1, 'made-up', '/made-up.jsonl', '{}', 1, '${at}', '${at}');`);
  const dialogue = database.prepare(
    `INSERT INTO dialogues (id, source_id, import_id, external_id, domains, content_hash, rounds, utterances, extra)
     VALUES (?, 1, 1, ?, '[]', ?, ?, ?, ?)`,
  );
  const round = database.prepare('INSERT INTO rounds (id, dialogue_id, position, role) VALUES (?, ?, ?, ?)');
  const utterance = database.prepare(
    `INSERT INTO utterances (dialogue_id, round_id, position, speaker, text, time, line) VALUES (?, ?, ?, 'x', ?, ?, 1)`,
  );
  const tags: [RoundId, string[]][] = [];
  database.transaction(() => {
    for (let id = 1; id <= DIALOGUES; id++) {
      const rounds = 2 + random.integer(9) + (random.next() < 0.1 ? random.integer(10) : 0);
      const extra = {
        brand: `Brand ${random.integer(12)}`,
        queue: `queue ${random.integer(5)}`,
        csat: random.integer(6),
        priority: random.pick(['low', 'normal', 'high']),
        agent: `agent ${random.integer(300)}`,
      };
      dialogue.run(id, `made-up-${id}`, String(id), rounds, rounds, JSON.stringify(extra));
      let time = START + id * MINUTE;
      const flow = random.integer(12);
      for (let turn = 0; turn < rounds; turn++) {
        const roundId = (tags.length + 1) as RoundId;
        round.run(roundId, id, turn, turn % 2 === 0 ? 1 : 0);
        const words = Array.from({ length: 8 }, () => random.pick(WORDS)).join(' ');
        utterance.run(id, roundId, turn, words, new Date(time).toISOString());
        time += random.integer(180) * MINUTE;
        tags.push([
          roundId,
          [`tag-${random.next() < 0.2 ? random.integer(TAGS) : (flow * 5 + turn) % TAGS}`],
        ]);
      }
    }
  })();
  const run = startRun(database, {
    kind: 'tagging',
    params: { tagger: 'annotations' },
    seed: null,
    inputFingerprint: 'made-up',
    startedAt: at,
  });
  runTagWriter(database, run)(tags);
  const vocabulary = summariseVocabulary(database, run);
  finishRun(database, run, at, { utterancesTagged: tags.length, vocabulary, warnings: [], model: null });
  return tags.length;
}

/** Returns the time of some work, and the longest that this thread worked without a pause meanwhile. */
async function timed(work: () => Promise<unknown>) {
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  let [last, most, running] = [worked(), 0, true];
  const watch = (async () => {
    while (running) {
      await delay(1);
      const now = worked();
      most = Math.max(most, now - last);
      last = now;
    }
  })();
  await work();
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  running = false;
  await watch;
  return {
    milliseconds: Math.round(milliseconds),
    cpuMs: Math.round((user + system) / 1000),
    heldMs: Math.round(most),
  };
}

const FILTERS = [
  'brand = "Brand 3" and csat >= 4',
  'minutes > 60 and not priority = low',
  'started >= 2025-01-10 and started < 2025-01-20',
  'tag = tag-7',
  'text = refund',
  'tag-7 later tag-9',
  'user tag-6 directly system tag-7 within 2 h',
  'returns to tag-8 or repeats tag-10 >= 3',
  'brand = "Brand 3" and tag-7 never tag-9 and not ends with tag-11',
  'passes state 3',
];

try {
  await client.projects.create({ path: 'bench.dialogram' });
  const rounds = fill(session.project().database);
  const { job } = await client.automata.learn({ learner: 'overview', states: 40 });
  await finished(client, { job });
  const resized: Record<number, unknown> = {};
  for (const states of [20, 18, 16, 24, 12])
    resized[states] = await timed(() => client.automata.resize({ states }));
  const first = await timed(() => client.filters.count({ where: 'turns > 3' }));
  const fields = await timed(() => client.filters.fields());
  const figures: Record<string, unknown> = {};
  for (const where of FILTERS) {
    const cold = await timed(() => client.filters.count({ where }));
    const count = await timed(() => client.filters.count({ where }));
    const list = await timed(() => client.corpus.dialogues({ where, limit: 100 }));
    figures[where] = { cold: cold.milliseconds, count, list };
  }
  const sorted = await timed(() =>
    client.corpus.dialogues({ sort: { field: 'minutes', descending: true }, columns: ['brand', 'csat'] }),
  );
  const variants: Record<string, unknown> = {};
  for (const where of ['', 'brand = "Brand 3"', 'csat >= 2'])
    for (const cover of [1, 0.5])
      variants[`${where || 'all'}, ${cover}`] = await timed(() => client.analysis.variants({ where, cover }));
  const groups = { left: 'brand = "Brand 3"', right: 'brand = "Brand 4"' };
  const compared = {
    brands: await timed(() => client.analysis.compare(groups)),
    halves: await timed(() => client.analysis.compare({ left: 'started < 2025-01-18', right: '' })),
  };
  const opened: Record<string, unknown> = {};
  for (const where of ['turns > 3', 'tag = tag-7', 'tag-7 later tag-9', 'tag-7 later tag-9 within 2 h']) {
    await client.projects.close();
    await client.projects.open({ path: 'bench.dialogram' });
    const read = await timed(() => client.filters.fields());
    opened[where] = { fields: read, count: await timed(() => client.filters.count({ where })) };
  }
  const all = { first, opened, fields, figures, sorted, variants, compared };
  console.log(JSON.stringify({ resized, dialogues: DIALOGUES, rounds, ...all }, null, 2));
} finally {
  await close();
}
