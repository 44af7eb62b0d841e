/**
 * Measures the slider of states: from the request to the laid-out picture, and keeping the last size.
 *
 * npx node bench/slider.ts [dialogues] (default: 50000)
 *
 * Medians of five moves: `cpuMs` of all threads, `milliseconds` by the clock, `writtenMb` to files and pipes (Linux).
 */
import { readFileSync } from 'node:fs';
import { carryOver, layOut } from '../shared/algorithms/layout/lay-out.ts';
import { readGraph } from '../shared/contract/automata.ts';
import { fillProject } from './kit/made-up-project.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const DIALOGUES = Number(process.argv[2] ?? 50_000);
const SIZES = [20, 18, 16, 24, 12];
const ALL = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
const { session, client, close } = openWorkplace();

function writtenBytes(): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1]!;
const parts: Record<string, { cpuMs: number[]; milliseconds: number[]; writtenMb: number[] }> = {};

async function timed<Result>(part: string, work: () => Result | Promise<Result>): Promise<Result> {
  const [written, started, cpu] = [writtenBytes(), performance.now(), process.cpuUsage()];
  const result = await work();
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  parts[part] ??= { cpuMs: [], milliseconds: [], writtenMb: [] };
  parts[part].cpuMs.push(Math.round((user + system) / 1000));
  parts[part].milliseconds.push(Math.round(milliseconds));
  parts[part].writtenMb.push(Math.round((writtenBytes() - written) / 1e4) / 100);
  return result;
}

try {
  await client.projects.create({ path: 'bench.dialogram' });
  const turns = await fillProject(session.project().database, DIALOGUES);
  await finished(client, await client.automata.learn({ learner: 'overview' }));
  await client.automata.prepareSizes({});
  let shown = readGraph(await client.automata.graph({}));
  let layout = layOut(shown, ALL, null);
  const base = shown.summary.id;
  for (const states of SIZES)
    await timed('move', async () => {
      const { graph, stateAfter } = await timed('preview', () =>
        client.automata.previewSize({ automaton: base, states }),
      );
      shown = await timed('read', () => readGraph(graph));
      layout = await timed('layOut', () =>
        layOut(shown, ALL, carryOver(layout, stateAfter, shown.states.roles.length)),
      );
    });
  await timed('keep', () => client.automata.resize({ automaton: base, states: SIZES.at(-1)! }));
  const medians = Object.fromEntries(
    Object.entries(parts).map(([part, { cpuMs, milliseconds, writtenMb }]) => [
      part,
      { cpuMs: median(cpuMs), milliseconds: median(milliseconds), writtenMb: median(writtenMb), all: cpuMs },
    ]),
  );
  console.log(JSON.stringify({ dialogues: DIALOGUES, turns, ...medians }, null, 1));
} finally {
  await close();
}
