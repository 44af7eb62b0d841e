/**
 * Measures the time to the next turn of a review on a project of 320,000 messages, and to open each order, through the
 * interface of the backend thread; and the time that thread was blocked meanwhile.
 *
 * npx node bench/review.ts [utterances] (default: 320000)
 *
 * The corpus is generated from a seed: dialogues of 16 messages, two taggings of 400 tags, an automaton. Prints one
 * JSON object; times in ms.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { WriteDatabase } from '../electron/backend/store/database.ts';
import { finishRun, startRun } from '../electron/backend/store/runs/run-table.ts';
import { runTagWriter } from '../electron/backend/store/tags/round-tags.ts';
import { summariseVocabulary } from '../electron/backend/store/tags/run-vocabulary-table.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { ReviewOrder } from '../shared/contract/review.ts';
import type { RoundId, RunId } from '../shared/domain/ids.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const UTTERANCES = Number(process.argv[2] ?? 320_000);
const TURNS = 16;
const TAGS = 400;
const ITEMS = 400;
const { session, client, close } = openWorkplace();

const WORDS =
  'order card refund parcel late broken invoice number please thanks account login plan phone'.split(' ');

/** Fills the tables as an import and two taggers would. */
function fill(database: WriteDatabase): RunId[] {
  const random = createRandom(1);
  const at = '2025-01-01T00:00:00.000Z';
  database.exec(`INSERT INTO sources VALUES (1, 'made-up.jsonl', 'neutral');
    INSERT INTO imports (id, source_id, job_id, path, options, join_rounds, started_at, finished_at)
      VALUES (1, 1, 'made-up', '/made-up.jsonl', '{}', 1, '${at}', '${at}');`);
  const dialogue = database.prepare(
    `INSERT INTO dialogues (id, source_id, import_id, external_id, domains, content_hash, rounds, utterances)
     VALUES (?, 1, 1, ?, '[]', ?, ${TURNS}, ${TURNS})`,
  );
  const round = database.prepare('INSERT INTO rounds (id, dialogue_id, position, role) VALUES (?, ?, ?, ?)');
  const utterance = database.prepare(
    `INSERT INTO utterances (dialogue_id, round_id, position, speaker, text, line) VALUES (?, ?, ?, 'x', ?, 1)`,
  );
  const rounds: RoundId[] = [];
  /** The steps of a few flows with noise, so that tags follow each other as in real dialogues. */
  const flows: number[] = [];
  database.transaction(() => {
    for (let index = 0; index < UTTERANCES / TURNS; index++) {
      const id = index + 1;
      dialogue.run(id, `made-up-${id}`, String(id));
      const flow = random.integer(24);
      for (let turn = 0; turn < TURNS; turn++) {
        const roundId = (rounds.length + 1) as RoundId;
        round.run(roundId, id, turn, turn % 2 === 0 ? 1 : 0);
        const words = Array.from({ length: 12 }, () => random.pick(WORDS)).join(' ');
        utterance.run(id, roundId, turn, words);
        rounds.push(roundId);
        flows.push(random.next() < 0.15 ? random.integer(TAGS) : (flow * TURNS + turn) % TAGS);
      }
    }
  })();
  return ['offline', 'annotations'].map((tagger) => {
    const run = startRun(database, {
      kind: 'tagging',
      params: { tagger },
      seed: null,
      inputFingerprint: 'made-up',
      startedAt: at,
    });
    const write = runTagWriter(database, run);
    const tags = flows.map((tag) => {
      const own = random.next() < 0.1 ? random.integer(TAGS) : tag;
      return random.next() < 0.3 ? [`tag-${own}`, `tag-${(own + 7) % TAGS}`] : [`tag-${own}`];
    });
    write(rounds.map((round, at) => [round, tags[at] ?? []]));
    const vocabulary = summariseVocabulary(database, run);
    finishRun(database, run, at, { utterancesTagged: UTTERANCES, vocabulary, warnings: [], model: null });
    return run;
  });
}

/** Measures the longest time this thread stood still, by the clock and by its own CPU time. */
async function stalls<Value>(work: Promise<Value>) {
  const started = performance.now();
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { clock: started, work: worked() };
  const worst = { clock: 0, work: 0 };
  let running = true;
  const watch = (async () => {
    while (running) {
      await delay(1);
      const now = { clock: performance.now(), work: worked() };
      worst.clock = Math.max(worst.clock, now.clock - last.clock);
      worst.work = Math.max(worst.work, now.work - last.work);
      last = now;
    }
  })();
  const value = await work;
  const milliseconds = performance.now() - started;
  running = false;
  await watch;
  return {
    value,
    milliseconds: Math.round(milliseconds),
    stalledMs: Math.round(worst.clock),
    ownStalledMs: Math.round(worst.work),
  };
}

function summary(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(100 * sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]) / 100;
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}

try {
  await client.projects.create({ path: 'bench.dialogram' });
  const runs = fill(session.project().database);
  const { job } = await client.automata.learn({ run: runs[1], lambda: null, depth: 8 });
  await finished(client, { job });
  const [automaton] = await client.automata.list();
  const orders: ReviewOrder[] = ['unchecked', 'sample', 'rare', 'support', 'disagreement', 'people-flags'];
  const opened: Record<string, unknown> = {};
  const items: Record<string, unknown> = {};
  const random = createRandom(2);
  for (const order of orders) {
    const { value: queue, ...times } = await stalls(client.review.open({ order, run: runs[1] }));
    opened[order] = { rounds: queue.total, ...times };
    if (queue.total === 0) continue;
    const steps: number[] = [];
    for (let step = 0; step < ITEMS; step++) {
      // People mostly move forward, and sometimes elsewhere. Prefetching by the page counts the same.
      const index = step % 10 === 9 ? random.integer(queue.total) : Math.min(step, queue.total - 1);
      const before = performance.now();
      await client.review.item({ queue: queue.id, index, automaton: automaton.id });
      steps.push(performance.now() - before);
    }
    items[order] = { first: Math.round(steps[0]), ...summary(steps.slice(1)) };
  }
  const { id: queue } = await client.review.open({ order: 'sample', run: runs[1] });
  const decisions: Record<string, number[]> = { check: [], setTags: [], item: [], quality: [], queue: [] };
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const before = performance.now();
    await work();
    decisions[name].push(performance.now() - before);
  };
  for (let index = 0; index < 200; index++) {
    const { round } = await client.review.item({ queue, index, automaton: automaton.id });
    if (index % 4 === 3) {
      await timed('setTags', () =>
        client.review.setTags({ queue, round: round.id, tags: ['tag-1', 'new-tag'] }),
      );
    } else await timed('check', () => client.review.check({ queue, round: round.id }));
    await client.review.move({ queue, index });
    await timed('item', () => client.review.item({ queue, index: index + 1, automaton: automaton.id }));
    await timed('queue', () => client.review.queue({ queue }));
    await timed('quality', () => client.review.quality({ queue }));
  }
  const sides = { left: { kind: 'run', run: runs[0] }, right: { kind: 'run', run: runs[1] } } as const;
  const agreement = await stalls(client.agreement.compare(sides));
  const taken = await stalls(client.agreement.takeAll({ ...sides, take: 'left', apply: true }));
  console.log(
    JSON.stringify(
      {
        utterances: UTTERANCES,
        states: automaton.report.states,
        opened,
        items,
        decisions: Object.fromEntries(
          Object.entries(decisions).map(([name, times]) => [name, summary(times)]),
        ),
        agreement: {
          ownStalledMs: agreement.ownStalledMs,
          rounds: agreement.value.rounds,
          milliseconds: agreement.milliseconds,
          stalledMs: agreement.stalledMs,
        },
        takeAll: {
          rounds: taken.value.rounds,
          milliseconds: taken.milliseconds,
          stalledMs: taken.stalledMs,
          ownStalledMs: taken.ownStalledMs,
        },
      },
      null,
      2,
    ),
  );
} finally {
  await session.end();
  await close();
}
