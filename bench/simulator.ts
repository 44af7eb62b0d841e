/**
 * Measures a turn of the simulator, from message to answer.
 *
 * npx node bench/simulator.ts [dialogues] (default: 15000)
 *
 * The first turn loads the automaton and the tagger; medians are of later turns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RunId } from '../shared/domain/ids.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const CONVERSATIONS = 20;
const TURNS = 6;

const wanted = Number(process.argv[2] ?? 15_000);
const data = process.env.DIALOGRAM_DATA ?? '../shared/data';
const lines = gunzipSync(readFileSync(join(data, 'sgd', 'dialogues.jsonl.gz')))
  .toString('utf8')
  .split('\n')
  .filter(Boolean)
  .slice(0, wanted);

const { folder, client, close } = openWorkplace();
const file = join(folder, 'sgd.jsonl');
writeFileSync(file, lines.join('\n'));

interface Turn {
  readonly speaker: 'user' | 'system';
  readonly text: string;
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)];
const rounded = (value: number): number => Math.round(value * 10) / 10;

async function measure() {
  const first: number[] = [];
  const second: number[] = [];
  const later: number[] = [];
  for (let at = 0; at < CONVERSATIONS; at++) {
    await client.simulator.restart({});
    const { turns } = JSON.parse(lines[at]) as { turns: Turn[] };
    for (let turn = 0; turn < Math.min(TURNS, turns.length); turn++) {
      const { speaker, text } = turns[turn];
      const started = performance.now();
      await client.simulator.say({ role: speaker, text });
      const took = performance.now() - started;
      if (at === 0 && turn === 0) first.push(took);
      else (turn === 1 ? second : later).push(took);
    }
  }
  return {
    veryFirstMs: rounded(first[0]),
    secondTurnMedianMs: rounded(medianOf(second)),
    laterMedianMs: rounded(medianOf(later)),
    later95Ms: rounded(percentile95(later)),
  };
}

try {
  await client.projects.create({ path: 'bench' });
  await finished(client, await client.corpus.import({ paths: [file] }));
  const results: Record<string, unknown> = {};
  for (const tagger of ['annotations', 'offline'] as const) {
    const { run } = await finished<{ run: RunId }>(client, await client.tagging.run({ tagger }));
    for (const learner of ['paper', 'context'] as const) {
      const { automaton } = await finished<{ automaton: RunId }>(
        client,
        await client.automata.learn({ run, learner }),
      );
      await client.simulator.restart({});
      await client.simulator.configure({ automaton, method: 'state' });
      results[`${tagger}, ${learner}, state`] = await measure();
    }
  }
  await finished(client, await client.comparison.prepare({}));
  await client.simulator.configure({ method: 'context-ranker' });
  results['offline, context, context-ranker'] = await measure();
  process.stdout.write(`${JSON.stringify({ dialogues: lines.length, results }, null, 1)}\n`);
} finally {
  await close();
}
