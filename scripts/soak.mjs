const { spawnSync } = await import('node:child_process');
const { mkdtempSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

/**
 * Long runs, outside `npm test`: reads ten thousand damaged files and a megabyte of anything, opens a thousand damaged projects, compares a thousand
 * random flows in the simulator and in NeMo Guardrails, then for `--minutes` (default 10) imports, tags, learns and exports the corpora again
 * and again, each time in a new project, and kills every third run at a random moment to see that the project opens
 * and goes on. Ends with what it saw as one JSON object; exit status 1 where anything was not as it should be.
 */
ensureInstalled();
ensureBuilt();

// The readers first: files damaged in ten thousand ways, and megabytes of one piece of notation.
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const fuzz = spawnSync(process.execPath, [vitest, 'run', 'electron/backend/formats/fuzz.test.ts'], {
  cwd: root,
  env: { ...process.env, DIALOGRAM_FUZZ_FILES: '10000', DIALOGRAM_FUZZ_BYTES: String(2 ** 20) },
  stdio: ['ignore', 'ignore', 'inherit'],
});

// Then a thousand damaged projects.
const damages = spawnSync(process.execPath, [vitest, 'run', 'tests/integration/damaged-project.test.ts'], {
  cwd: root,
  env: { ...process.env, DIALOGRAM_DAMAGES: '1000' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

// Then all flows of STAR, and a thousand random ones, each through one conversation, where NeMo Guardrails is installed.
const flows = spawnSync(
  process.execPath,
  [...[vitest, 'run', 'tests/integration/nemo-guardrails.test.ts'], 'tests/integration/flow-program.test.ts'],
  {
    cwd: root,
    env: { ...process.env, DIALOGRAM_ALL_FLOWS: '1', DIALOGRAM_PAIRS: '1000' },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);

const at = process.argv.indexOf('--minutes');
const minutes = at === -1 ? 10 : Number(process.argv[at + 1]);
const data = process.env.DIALOGRAM_DATA ?? join(root, '..', 'shared', 'data');
const corpora = ['multiwoz', 'camrest676', 'star'].map((name) => join(data, name, 'dialogues.jsonl.gz'));
const until = Date.now() + minutes * 60_000;
const seen = { rounds: 0, killed: 0, faults: [] };
if (damages.status !== 0)
  seen.faults.push({ message: 'A damaged project was opened, or what could be read of it was lost.' });
if (flows.status !== 0)
  seen.faults.push({ message: 'A flow acted otherwise in NeMo Guardrails than in the simulator.' });
if (fuzz.status !== 0) seen.faults.push({ message: 'A damaged file was not read as it should be.' });

function cli(args, timeout) {
  const run = spawnSync(appNode(), [join(root, 'out', 'main', 'cli.js'), ...args, '--json'], {
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
  });
  return run.signal === 'SIGKILL' ? null : JSON.parse(run.stdout || '{"error":{"message":"no output"}}');
}

while (Date.now() < until) {
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-soak-'));
  const project = join(folder, 'p.dialogram');
  const file = corpora[seen.rounds % corpora.length];
  const kill = seen.rounds % 3 === 2;
  try {
    let imported = cli(
      ['import', file, '--project', project],
      kill ? 250 + ((seen.rounds * 97) % 900) : undefined,
    );
    if (imported === null) {
      seen.killed++;
      imported = cli(['import', file, '--project', project]);
    }
    const steps = [
      imported,
      cli(['tag', '--project', project, '--tagger', 'offline']),
      cli(['learn', '--project', project]),
      cli(['export', '--project', project, '--to', 'json', '--out', join(folder, 'a.json')]),
      cli(['info', '--project', project]),
    ];
    for (const step of steps) if (step?.error) seen.faults.push(step.error);
  } catch (error) {
    seen.faults.push({ message: String(error) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  seen.rounds++;
}
console.log(JSON.stringify(seen));
process.exitCode = seen.faults.length > 0 ? 1 : 0;
