/**
 * Compares our learners with other tools on the same sequences.
 *
 * npx node bench/peers.ts [DIALOGUES …] [--seconds 300] [--only TOOL,TOOL] (default: 5000 50000 1000000)
 *
 * Each cell is a process with a limit of processor seconds and 8 GB.
 * AALpy (`pip install aalpy==2.0.0`) is in the folder DIALOGRAM_AALPY, pm4py in DIALOGRAM_PM4PY.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PM4PY_PYTHON } from '../tests/fixtures/pm4py/installed.ts';
import { writeSequences } from './kit/noisy-dialogues.ts';

const MEMORY_GB = 8;
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const aalpy = join(
  process.env.DIALOGRAM_AALPY ?? join(homedir(), '.cache', 'dialogram', 'aalpy'),
  'bin/python',
);

interface Tool {
  readonly name: string;
  readonly needs: string | null;
  command(file: string): readonly string[];
}

const ours = (learner: string): Tool => ({
  name: `dialogram-${learner}`,
  needs: process.execPath,
  command: (file) => [process.execPath, here('scale.ts'), `${learner}:${file}`],
});
const python = (name: string, needs: string | null): Tool => ({
  name,
  needs,
  command: (file) => [needs ?? '', here('kit/peers.py'), name, file],
});
const TOOLS: readonly Tool[] = [
  ours('overview'),
  ours('paper'),
  python('pm4py-dfg', PM4PY_PYTHON),
  python('pm4py-heuristics', PM4PY_PYTHON),
  python('pm4py-inductive', PM4PY_PYTHON),
  python('aalpy-alergia', aalpy),
];

function measure({ needs, command }: Tool, file: string, seconds: number): object {
  if (needs === null || !existsSync(needs)) return { missing: needs ?? 'no program is named' };
  // `ulimit -t` counts processor seconds, which other work on the machine does not change.
  const { stdout, stderr, signal, status } = spawnSync(
    'sh',
    ['-c', `ulimit -t ${seconds}; exec "$@"`, 'sh', ...command(file)],
    { encoding: 'utf8', env: { ...process.env, PEERS_MEMORY: String(MEMORY_GB * 2 ** 30) } },
  );
  if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return { notDone: `in ${seconds} s` };
  if (stderr.includes('MemoryError')) return { notDone: `in ${MEMORY_GB} GB` };
  return { failed: stderr.trim().split('\n').at(-1) ?? String(status) };
}

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, only: { type: 'string' } },
  allowPositionals: true,
});
const only = values.only?.split(',');
const folder = mkdtempSync(join(tmpdir(), 'dialogram-bench-peers-'));
try {
  for (const dialogues of positionals.length > 0 ? positionals.map(Number) : [5000, 50_000, 1_000_000]) {
    const file = join(folder, `${dialogues}.tsv`);
    writeSequences(file, dialogues);
    for (const tool of TOOLS) {
      if (only && !only.includes(tool.name)) continue;
      const measured = measure(tool, file, Number(values.seconds));
      process.stdout.write(`${JSON.stringify({ tool: tool.name, dialogues, ...measured })}\n`);
    }
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
