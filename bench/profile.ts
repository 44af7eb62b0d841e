/**
 * Runs a benchmark and prints where its processor time goes, over all its processes and threads.
 *
 * npx node bench/profile.ts BENCHMARK [its options] (such as `bench/product.ts 15000`)
 *
 * Shares are of the time in JavaScript and its native calls, by file and by function, without what a function calls.
 * bench/README.md has the results.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_ROWS = 12;
const NOT_WORK = ['(idle)', '(program)', '(root)', 'spawnSync'];
const root = fileURLToPath(new URL('..', import.meta.url));

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

function placeOf(url: string): string {
  if (url === '') return 'node';
  const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  return path.replace(/^.*node_modules\//, '');
}

function print(title: string, times: ReadonlyMap<string, number>, total: number): void {
  console.log(`\n${title}`);
  const rows = [...times].toSorted(([, left], [, right]) => right - left).slice(0, MOST_ROWS);
  for (const [name, time] of rows) console.log(`${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`);
}

const folder = mkdtempSync(join(tmpdir(), 'dialogram-profile-'));
try {
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
  });
  if (status !== 0) process.exitCode = 1;
  const files = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  for (const name of readdirSync(folder)) {
    const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    for (const [sample, id] of samples.entries()) {
      const { functionName = '(root)', url = '' } = frames.get(id) ?? {};
      if (NOT_WORK.includes(functionName)) continue;
      const time = timeDeltas[sample] ?? 0;
      const place = placeOf(url);
      const called = `${functionName || '(anonymous)'}, ${place}`;
      total += time;
      files.set(place, (files.get(place) ?? 0) + time);
      functions.set(called, (functions.get(called) ?? 0) + time);
    }
  }
  console.log(`\n${(total / 1e6).toFixed(1)} s of processor time in all processes and threads`);
  print('By file', files, total);
  print('By function', functions, total);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
