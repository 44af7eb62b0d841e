const { spawnSync } = await import('node:child_process');
const { mkdtempSync, rmSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

/**
 * Long runs, outside `npm test`: ten thousand damaged files, a megabyte of anything, a thousand damaged projects, 300
 * wrong calls of every method, and a thousand random flows in the simulator and NeMo Guardrails. Then for `--minutes`
 * (default 10) it imports, tags, learns and exports corpora in new projects, and kills every third import. A killed
 * import that is repeated must leave as many dialogues, messages and turns as others do. `--kills` kills every import
 * and leaves out the rest. Prints one JSON object; exit status 1 if anything went wrong.
 */
ensureInstalled();
ensureBuilt();

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const passes = (files, numbers) =>
  spawnSync(process.execPath, [vitest, 'run', ...files], {
    cwd: root,
    env: { ...process.env, ...numbers },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status === 0;

const TESTS = [
  {
    // Files damaged in ten thousand ways, and megabytes of one piece of notation.
    files: ['electron/backend/formats/fuzz.test.ts'],
    numbers: { DIALOGRAM_FUZZ_FILES: '10000', DIALOGRAM_FUZZ_BYTES: String(2 ** 20) },
    fault: 'A damaged file was not read as it should be.',
  },
  {
    files: ['tests/integration/damaged-project.test.ts'],
    numbers: { DIALOGRAM_DAMAGES: '1000' },
    fault: 'A damaged project was opened, or what could be read of it was lost.',
  },
  {
    files: ['tests/integration/wrong-calls.test.ts'],
    numbers: { DIALOGRAM_WRONG_CALLS: '300' },
    fault: 'A wrong call got an error without a name, or damaged the project.',
  },
  {
    // All flows of STAR, and a thousand random ones, each through one conversation, where NeMo Guardrails is installed.
    files: ['tests/integration/nemo-guardrails.test.ts', 'tests/integration/flow-program.test.ts'],
    numbers: { DIALOGRAM_ALL_FLOWS: '1', DIALOGRAM_PAIRS: '1000' },
    fault: 'A flow acted otherwise in NeMo Guardrails than in the simulator.',
  },
];

const onlyKills = process.argv.includes('--kills');
const at = process.argv.indexOf('--minutes');
const minutes = at === -1 ? 10 : Number(process.argv[at + 1]);
const data = process.env.DIALOGRAM_DATA ?? join(root, '..', 'shared', 'data');
const corpora = ['multiwoz', 'camrest676', 'star'].map((name) => join(data, name, 'dialogues.jsonl.gz'));
const seen = { turns: 0, killed: 0, faults: [] };
if (!onlyKills)
  for (const { files, numbers, fault } of TESTS)
    if (!passes(files, numbers)) seen.faults.push({ message: fault });
/** What a project holds after an import that nothing killed, by file. */
const whole = new Map();
const until = Date.now() + minutes * 60_000;

function cli(args, timeout) {
  const run = spawnSync(appNode(), [join(root, 'out', 'main', 'cli.js'), ...args, '--json'], {
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
  });
  return run.signal === 'SIGKILL' ? null : JSON.parse(run.stdout || '{"error":{"message":"no output"}}');
}

const countsOf = (project) => {
  const { dialogues, utterances, turns } = cli(['info', '--project', project]).counts ?? {};
  return JSON.stringify({ dialogues, utterances, turns });
};

while (Date.now() < until) {
  const folder = mkdtempSync(join(tmpdir(), 'dialogram-soak-'));
  const project = join(folder, 'p.dialogram');
  const file = corpora[Math.floor(seen.turns / 3) % corpora.length];
  const kill = onlyKills || seen.turns % 3 === 2;
  try {
    if (!whole.has(file)) {
      const other = join(folder, 'whole.dialogram');
      cli(['import', file, '--project', other]);
      whole.set(file, countsOf(other));
    }
    let imported = cli(
      ['import', file, '--project', project],
      kill ? 250 + ((seen.turns * 97) % 2900) : undefined,
    );
    if (imported === null) {
      seen.killed++;
      imported = cli(['import', file, '--project', project]);
    }
    const counts = countsOf(project);
    if (counts !== whole.get(file))
      seen.faults.push({ message: `${counts} is in the project, not ${whole.get(file)}.` });
    const steps = [imported];
    if (!onlyKills)
      steps.push(
        cli(['tag', '--project', project, '--tagger', 'offline']),
        cli(['learn', '--project', project]),
        cli(['export', '--project', project, '--to', 'json', '--out', join(folder, 'a.json')]),
        cli(['info', '--project', project]),
      );
    for (const step of steps) if (step?.error) seen.faults.push(step.error);
  } catch (error) {
    seen.faults.push({ message: String(error) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  seen.turns++;
}
console.log(JSON.stringify(seen));
process.exitCode = seen.faults.length > 0 ? 1 : 0;
