import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { commandLine, MODEL, option, PACKAGES, startRealModel } from './real-model-server.mjs';
import { appNode, root } from './setup.mjs';

/**
 * Walks through everything with a small real model, through the command line: consent, test, tagging with pilot,
 * budget, kill and resume, answers, judging, embeddings, prompts answered elsewhere, and our endpoint. Ends with a
 * report.
 *
 * npm run real-model -- [--slice] [--model smollm2|qwen-0.5b|qwen-1.5b] [--server xllamacpp|llama-cpp-python]
 * [--dialogues 4] [--turns 2] [--methods LIST] [--examples 2] [--context 2048] [--threads 1] [--judge-tokens 300]
 * [--minutes N] [--out FOLDER]
 *
 * `--slice` is the same way with little to read and write: some minutes of a core, longer than a test may be.
 *
 * `npm test` leaves it out; `.ci/run` asks for one minute of the slice. What it installs stays in the cache folder; without Python it says what it skipped.
 */
const slice = option('slice', false);
const settings = {
  slice,
  dialogues: Number(option('dialogues', slice ? '2' : '4')),
  turns: Number(option('turns', slice ? '1' : '2')),
  context: Number(option('context', '2048')),
  threads: Number(option('threads', '1')),
  methods: option(
    'methods',
    slice ? 'bm25-last,context' : 'random,bm25-last,dense,dfa-rag,context-ranker',
  ).split(','),
  examples: Number(option('examples', slice ? '1' : '2')),
  answerTokens: slice ? 16 : 60,
  // A judge gives its reason first: cut off earlier, it has given no verdict.
  judgeTokens: Number(option('judge-tokens', '300')),
};
const folder = mkdtempSync(join(tmpdir(), 'dialogram-real-model-'));
const out = option('out', folder);
mkdirSync(out, { recursive: true });
const server = await startRealModel(settings);
const { address } = server;

const report = {
  when: new Date().toISOString(),
  packages: PACKAGES,
  model: { file: MODEL, sha256: server.sha256 },
  settings,
  steps: [],
};

const cli = commandLine(join(folder, 'home'));

/** Ends before a step that would begin after `--minutes`. */
const until = Date.now() + Number(option('minutes', 'Infinity')) * 60_000;
class OutOfTime extends Error {}
function inTime(name) {
  if (Date.now() > until) throw new OutOfTime(name);
}

/** @param figures the part of the answer for the report @param holds what must be true */
function step(
  name,
  args,
  { figures = () => ({}), holds = (said) => said.error === undefined, ...options } = {},
) {
  inTime(name);
  const said = cli(args, options);
  const ok = holds(said);
  const shown = said.error ? { error: said.error.message } : figures(said);
  // A run's report may contain seconds, too; the step counts the command's.
  report.steps.push({ ...shown, name, ok, seconds: said.seconds });
  console.error(
    `${ok ? 'ok  ' : 'FAIL'} ${name} (${said.seconds.toFixed(0)} s) ${JSON.stringify(shown).slice(0, 300)}`,
  );
  return said;
}

/** Uses a client of OpenAI's API at our endpoint to the real model: whole, streamed, and aborted. */
async function throughEndpoint(project, provider, model) {
  inTime('endpoint');
  const serving = spawn(
    appNode(),
    [
      join(root, 'out', 'main', 'cli.js'),
      'serve',
      project,
      '--method',
      'bm25-last',
      '--examples',
      '1',
      '--model',
      model,
      '--provider',
      provider,
      '--json',
    ],
    { env: { ...process.env, DIALOGRAM_HOME: join(folder, 'home') }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const started = Date.now();
  const tell = (name, ok, shown) => {
    const seconds = (Date.now() - started) / 1000;
    report.steps.push({ ...shown, name, ok, seconds });
    console.error(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(0)} s) ${JSON.stringify(shown)}`);
  };
  try {
    const said = await new Promise((resolve, reject) => {
      serving.once('exit', (code) => reject(new Error(`serve ended with ${code}.`)));
      createInterface({ input: serving.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    });
    const { OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: said.address, apiKey: said.token, maxRetries: 0 });
    const asked = {
      model,
      messages: [{ role: 'user', content: 'Hello, my order has not come.' }],
      max_tokens: settings.answerTokens,
    };
    const { data, response } = await client.chat.completions.create(asked).withResponse();
    const overheadMs = Number(response.headers.get('x-dialogram-overhead-ms'));
    tell('endpoint: whole', data.choices[0].message.content !== '', { usage: data.usage, overheadMs });
    let pieces = 0;
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
      if (chunk.choices[0]?.delta.content) pieces++;
    tell('endpoint: streamed', pieces > 1, { pieces });
    const left = await client.chat.completions.create({ ...asked, stream: true, max_tokens: 2000 });
    for await (const _ of left) break;
    tell('endpoint: left half way', true, {});
  } catch (error) {
    tell('endpoint', false, { error: String(error) });
  } finally {
    serving.removeAllListeners('exit');
    serving.kill('SIGINT');
    await new Promise((resolve) => serving.once('exit', resolve));
  }
}

/** The last run's account, by whatever name in an answer. */
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

  const vectors = await fetch(`${address}/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: ['a lamp'] }),
  });
  const files = await fetch(`${address}/v1/files`);
  // Missing features of a server are no fault of the connection.
  report.has = { embeddings: vectors.ok, batchFiles: files.ok };
  console.error(`has  ${JSON.stringify(report.has)}`);

  const tag = ['tag', '--project', few, '--tagger', 'model'];
  const asked = ['--provider', id, '--model', model];
  const pilot = step('tag: pilot', [...tag, ...asked, '--pilot', '1'], {
    figures: account,
    holds: ({ state }) => state === 'paused',
  });
  const goOn = [...tag, '--go-on', String(pilot.run)];
  step('tag: budget', [...goOn, '--budget-tokens', '2000'], { figures: account });
  step('tag: killed', [...goOn, '--budget-tokens', '10000000'], {
    stopAfterMs: 15_000,
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
    String(settings.answerTokens),
  ];
  step('answer by methods', ['batch', many, ...columns, ...sample], {
    figures: ({ state, reason, summary }) => ({
      state,
      reason,
      columns: summary.columns.map(({ title, turns, rows, ...rest }) => ({ title, turns, rows, ...rest })),
    }),
    holds: ({ state }) => state === 'done',
  });
  step(
    'answer whole dialogues',
    [
      'batch',
      many,
      '--column',
      `none:${id}/${model}`,
      '--unit',
      'whole-dialogue',
      ...sample,
      '--sample',
      '1',
    ],
    {
      figures: account,
      holds: ({ state }) => state === 'done',
    },
  );
  step('learn', ['learn', '--project', many]);
  const byModel = ['--provider', id, '--model', model, '--examples', '1'];
  const said = ['--say', 'Hello, my order has not come.', '--say', 'It is 1234.'];
  step(
    'simulator',
    ['simulate', many, ...said, ...byModel, '--max-output-tokens', String(settings.answerTokens)],
    {
      figures: ({ turns, problems, tokens }) => ({ turns: turns?.length, problems, tokens }),
      // A truncated answer is shown up to its end.
      holds: ({ turns }) => turns?.filter(({ source }) => source === 'model').length === 2,
    },
  );
  // Answered by hand: checks export and import, and that the server is not asked.
  const waits = step(
    'prompts elsewhere: a run that waits',
    [
      'batch',
      many,
      '--column',
      `none:${id}/${model}`,
      '--column',
      `bm25-last:${id}/${model}`,
      ...sample,
      '--seed',
      '9',
      '--elsewhere',
    ],
    {
      figures: account,
      holds: ({ reason }) => reason?.code === 'elsewhere',
    },
  );
  const taken = join(folder, 'prompts.jsonl');
  const inHands = ['--project', many, '--run', String(waits.run)];
  step('prompts elsewhere: export', ['prompts', 'export', ...inHands, '--to', 'jsonl', '--out', taken], {
    figures: ({ prompts }) => ({ prompts }),
    holds: ({ prompts }) => prompts === 2 * settings.turns,
  });
  const answers = readFileSync(taken, 'utf8')
    .trim()
    .split('\n')
    .map((line, at) => ({ id: JSON.parse(line).id, answer: `Certainly, that is number ${at}.` }));
  writeFileSync(taken, answers.map((line) => JSON.stringify(line)).join('\n'));
  step('prompts elsewhere: import', ['prompts', 'import', ...inHands, '--from', taken], {
    figures: ({ seconds, ...said }) => said,
    holds: ({ done, leftInAll }) => done === true && leftInAll === 0,
  });
  // Only complete answers: so small a model often truncates them, and those are not judged.
  step(
    'judge in both orders',
    [
      'judge',
      many,
      '--batch',
      String(waits.run),
      '--every',
      '--provider',
      id,
      '--model',
      model,
      '--max-output-tokens',
      String(settings.judgeTokens),
    ],
    {
      figures: ({ seconds, ...said }) => said,
      holds: ({ state, account }) => state === 'done' && account.requests > 0,
    },
  );
  await throughEndpoint(many, id, model);
  const asking = Date.now();
  const speed = await fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Count to thirty.' }], max_tokens: 64 }),
  });
  const { timings, usage } = await speed.json();
  // If the server does not report it, reading and writing together.
  report.timings = timings ?? { predicted_per_second: (1000 * usage.total_tokens) / (Date.now() - asking) };
} catch (error) {
  if (!(error instanceof OutOfTime)) throw error;
  report.leftOutFrom = error.message;
} finally {
  server.stop();
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
    `The server has embeddings: ${report.has?.embeddings ? 'yes' : 'no'}; batch files: ${report.has?.batchFiles ? 'yes' : 'no'}.`,
    '',
    ...(report.leftOutFrom
      ? [`Out of time before “${report.leftOutFrom}”, which was left out with what follows.`, '']
      : []),
    `Tokens a second: ${report.timings?.prompt_per_second?.toFixed(1) ?? 'not said'} read, ${report.timings?.predicted_per_second?.toFixed(1) ?? 'not said'} written.`,
    '',
  ].join('\n'),
);
const failed = report.steps.filter(({ ok }) => !ok).map(({ name }) => name);
const { leftOutFrom } = report;
console.log(
  JSON.stringify({ report: join(out, 'real-model.json'), steps: report.steps.length, failed, leftOutFrom }),
);
if (failed.length > 0) process.exitCode = 1;
if (out !== folder) rmSync(folder, { recursive: true, force: true });
