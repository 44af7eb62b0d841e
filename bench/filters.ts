/**
 * Measures a filter, and the longest block of the backend's thread.
 *
 * npx node bench/filters.ts [dialogues] (default: 50000)
 *
 * In ms. `first` includes reading all fields, once; `opened` is the first filter after opening the project.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { fillProject } from './kit/made-up-project.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const DIALOGUES = Number(process.argv[2] ?? 50_000);
const { session, client, close } = openWorkplace();

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
  const turns = await fillProject(session.project().database, DIALOGUES);
  const { job } = await client.automata.learn({ learner: 'overview', states: 40 });
  await finished(client, { job });
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
  console.log(JSON.stringify({ dialogues: DIALOGUES, turns, ...all }, null, 2));
} finally {
  await close();
}
