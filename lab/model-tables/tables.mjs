import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  cacheFolder,
  commandLine,
  LAB,
  MODEL,
  option,
  PACKAGES,
  SAID_OF_MODEL,
  startRealModel,
} from '../../scripts/real-model-server.mjs';
import { tablesAsMarkdown } from './report.mjs';

/**
 * Makes the two papers' tables at small scale. The same command continues where it stopped, on any day.
 *
 * npm run lab -- model-tables [--minutes 60] [--turns 12] [--rows 300] [--dialogues 100] [--model-dialogues 0]
 * [--tag-dialogues 0] [--model smollm2|qwen-0.5b|qwen-1.5b] [--examples 5] [--most-tokens 160] [--seed 1] [--encoder
 * FOLDER] [--context 2048] [--threads 1] [--methods LIST] [--out FOLDER]
 *
 * npm run lab -- model-tables --resume [--minutes 60] [--methods LIST] [--out FOLDER]
 *
 * An answer longer than `--most-tokens` is truncated and counts as failed. `--minutes` is the model's time; with 0 only
 * the page is written again. `--methods` lists the methods of this slice; the page has the methods of all slices.
 * MultiWOZ is in DIALOGRAM_DATA.
 */
const out = resolve(option('out', join(cacheFolder, 'real-model-tables')));
const stateFile = join(out, 'state.json');
const found = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : null;
const given = process.argv.slice(2);
if (option('resume', false)) {
  if (!found) {
    console.log(JSON.stringify({ error: `${out} holds no tables to continue.` }));
    process.exit(1);
  }
  // What is given now replaces what was given first.
  const args = [...found.given, ...given.filter((word) => word !== '--resume'), '--out', out];
  const self = fileURLToPath(import.meta.url);
  const run = spawnSync(process.execPath, [self, ...args], { stdio: 'inherit' });
  process.exit(run.status ?? 1);
}
const encoder = option('encoder', null);
const settings = {
  turns: Number(option('turns', '12')),
  rows: Number(option('rows', '300')),
  dialogues: Number(option('dialogues', '100')),
  modelDialogues: Number(option('model-dialogues', '0')),
  examples: Number(option('examples', '5')),
  seed: Number(option('seed', '1')),
  encoder: encoder && resolve(encoder),
  context: Number(option('context', '2048')),
  mostTokens: Number(option('most-tokens', '160')),
  tagDialogues: Number(option('tag-dialogues', '0')),
  model: MODEL,
};
const until = Date.now() + 60_000 * Number(option('minutes', '60'));
const minutesLeft = () => (until - Date.now()) / 60_000;
/** Fixed, because a consent is for one port. */
const PORT = 18135;

const corpus = join(process.env.DIALOGRAM_DATA ?? '../shared/data', 'multiwoz');
const dialogues = join(corpus, 'dialogues.jsonl.gz');
if (!existsSync(dialogues)) {
  console.log(
    JSON.stringify({
      skipped: `${dialogues} is not there; set DIALOGRAM_DATA to the folder of the corpora.`,
    }),
  );
  process.exit();
}
mkdirSync(out, { recursive: true });
const cli = commandLine(join(out, 'home'));
const lab = commandLine(join(out, 'home'), LAB);
const project = join(out, 'multiwoz.dialogram');
const state = found ?? { settings, given: withFullPaths(given), runs: {}, methods: [], days: [] };
if (JSON.stringify(state.settings) !== JSON.stringify(settings)) {
  console.log(
    JSON.stringify({ error: `${out} holds tables of other settings; give another --out, or delete it.` }),
  );
  process.exit(1);
}
const keep = () => writeFileSync(stateFile, JSON.stringify(state, null, 2));

/** A later call may come from another folder. */
function withFullPaths(args) {
  return args.map((word, at) => (args[at - 1] === '--encoder' ? resolve(word) : word));
}

function must(what, said) {
  if (said.error) throw new Error(`${what}: ${said.error.message}`);
  console.error(`${what} (${said.seconds.toFixed(0)} s)`);
  return said;
}

/** Starts or continues a run. Null if there is none and the model has no time left. */
function lasting(name, command, args, isOfModel) {
  const named = new Set(Object.values(state.runs));
  const find = () => {
    const { runs } = must(`${name}: look`, cli([command, 'list', project]));
    const found = runs.find(({ run }) => (state.runs[name] ? run === state.runs[name] : !named.has(run)));
    if (found) state.runs[name] = found.run;
    keep();
    return found;
  };
  const begun = find();
  if (begun?.state === 'done' || (isOfModel && minutesLeft() < 1)) return begun ?? null;
  const limit = isOfModel ? { stopAfterMs: minutesLeft() * 60_000, signal: 'SIGINT' } : {};
  must(name, cli([command, project, ...(begun ? ['--go-on', String(begun.run)] : args)], limit));
  return find();
}

const figures = (run, against) =>
  must(
    'figures',
    cli(['batch', 'figures', project, '--run', String(run), ...(against ? ['--against', against] : [])]),
  );

if (!state.prepared) {
  must('import', cli(['import', dialogues, '--project', project]));
  must('tag', cli(['tag', '--project', project, '--tagger', 'offline']));
  if (settings.encoder) must('encode', cli(['encode', '--project', project, '--encoder', settings.encoder]));
  state.prepared = true;
  keep();
}
const rag = settings.encoder ? 'dense-onnx' : 'dense';
const trained = settings.encoder
  ? ['dense-trained', 'dense-answer-trained', 'dense-onnx-trained']
  : ['dense-trained', 'dense-answer-trained'];
const common = ['--examples', String(settings.examples), '--seed', String(settings.seed)];

const alone = [
  'random',
  'bm25-last',
  'dense',
  'dense-answer',
  ...(settings.encoder ? [rag] : []),
  ...trained,
  'dfa-paper',
  'dfa-rag',
  'context-ranker',
];
const columnsOf = (methods, ...answerers) =>
  methods.flatMap((method) => answerers.flatMap((by) => ['--column', `${method}:${by}`]));
const report = {
  settings,
  corpus: 'MultiWOZ 2.1, the open part',
  packages: PACKAGES,
  model: { file: MODEL, said: SAID_OF_MODEL },
};
report.alone = figures(
  lasting(
    'answers without a model',
    'batch',
    [...columnsOf(alone, 'first', 'consensus'), '--sample', String(settings.rows), ...common],
    false,
  ).run,
);
const whole = ['random-dialogue', 'bm25-last', rag, 'dfa-paper', 'dfa-rag', 'context-ranker'];
const success = {
  'dialogues without a model': lasting(
    'dialogues without a model',
    'batch',
    [
      ...columnsOf(whole, 'consensus'),
      '--unit',
      'whole-dialogue',
      '--sample',
      String(settings.dialogues),
      ...common,
    ],
    false,
  ).run,
};

const methods = [
  'none',
  'random',
  'bm25-last',
  rag,
  'dfa-paper',
  'dfa-rag',
  'context-ranker',
  trained.at(-1),
];
/** The methods of each slice. "none" is in each, to compare with; its answers are in the project's cache. */
const asked = [
  'none',
  ...option('methods', methods.join(','))
    .split(',')
    .filter((method) => method !== 'none'),
];
if (settings.turns > 0 && !state.methods.some((known) => known.join() === asked.join()))
  state.methods.push(asked);

if ((settings.turns > 0 || settings.tagDialogues > 0) && minutesLeft() >= 1) {
  const threads = Number(option('threads', '1'));
  const model = await startRealModel({ context: settings.context, threads, port: PORT });
  try {
    if (!state.consent) {
      must('connect', cli(['models', '--add', 'real', '--url', `${model.address}/v1`]));
      must('consent', cli(['models', '--agree', 'real', '--host', model.address]));
      state.consent = true;
      keep();
    }
    Object.assign(state, { file: model.file, sha256: model.sha256 });
    const today = new Date().toISOString().slice(0, 10);
    if (!state.days.includes(today)) state.days.push(today);
    keep();
    if (settings.turns > 0) ask(`real/${model.file}`);
    if (settings.tagDialogues > 0) state.tagging = await tagsAgree(`real/${model.file}`);
    keep();
  } finally {
    model.stop();
  }
}

report.model = { ...report.model, sha256: state.sha256 };
report.days = state.days;
report.tagging = state.tagging;
if (Object.keys(state.runs).some((name) => name.startsWith('answers by the model')))
  report.answers = answers();
report.judged = judged();
report.winRates = report.judged.length > 0 ? must('win rates', cli(['judge', 'table', project])).groups : [];

function answersBy(own) {
  return `answers by the model: ${own.join(' ')}`;
}

/** Asks the model, this slice's methods first. A judge waits until all answers of its run are there. */
function ask(by) {
  const asking = ['--max-output-tokens', String(settings.mostTokens)];
  const slices = [asked, ...state.methods.filter((own) => own.join() !== asked.join())];
  for (const own of slices)
    lasting(
      answersBy(own),
      'batch',
      [...columnsOf(own, by), '--sample', String(settings.turns), ...asking, ...common],
      true,
    );
  for (const own of slices) {
    const run = state.runs[answersBy(own)];
    const isDone = cli(['batch', 'list', project]).runs.some(
      (one) => one.run === run && one.state === 'done',
    );
    if (!isDone || minutesLeft() < 1) continue;
    const judge = ['--provider', 'real', '--model', by.slice('real/'.length), '--against', noneOf(run).key];
    lasting(`judging of ${answersBy(own)}`, 'judge', ['--batch', String(run), ...judge], true);
  }
  if (settings.modelDialogues > 0)
    lasting(
      'dialogues by the model',
      'batch',
      [
        ...columnsOf(['none', 'bm25-last', 'dfa-rag', 'context-ranker'], by),
        '--unit',
        'whole-dialogue',
        '--sample',
        String(settings.modelDialogues),
        ...common,
      ],
      true,
    );
}

function noneOf(run) {
  return figures(run).columns.find(({ column }) => column.method === 'none');
}

/** The columns of all slices, and of "none" the one with the most turns. */
function answers() {
  const slices = state.methods.flatMap((own) => {
    const run = state.runs[answersBy(own)];
    return run ? [figures(run, noneOf(run).key).columns] : [];
  });
  const nones = slices.map((columns) => columns.find(({ column }) => column.method === 'none'));
  const [none] = nones.toSorted((one, other) => other.turns - one.turns);
  return { columns: [none, ...slices.flat().filter((column) => !nones.includes(column))] };
}

function judged() {
  const own = Object.entries(state.runs).flatMap(([name, run]) => (name.startsWith('judging') ? [run] : []));
  if (own.length === 0) return [];
  return must('judged', cli(['judge', 'list', project])).runs.filter(({ run }) => own.includes(run));
}

async function tagsAgree(model) {
  const few = join(out, 'few.dialogram');
  const lines = gunzipSync(readFileSync(dialogues))
    .toString('utf8')
    .split('\n')
    .slice(0, settings.tagDialogues);
  if (!state.tagged) {
    const file = join(out, 'few.jsonl');
    writeFileSync(file, lines.join('\n'));
    for (const old of [few, `${few}-wal`, `${few}-shm`]) rmSync(old, { force: true });
    must('import a few', cli(['import', file, '--project', few]));
    const offline = must('tag them', cli(['tag', '--project', few, '--tagger', 'offline']));
    const moves = must('tag them by moves', cli(['tag', '--project', few, '--tagger', 'moves']));
    const [provider, ...name] = model.split('/');
    const asked = ['--provider', provider, '--model', name.join('/'), '--variant', 'closed', '--pilot', '0'];
    const byModel = must(
      'tag them by the model',
      cli(['tag', '--project', few, '--tagger', 'model', ...asked]),
    );
    state.tagged = {
      offline: offline.run,
      moves: moves.run,
      model: byModel.run,
      seconds: byModel.seconds,
      account: byModel.report,
    };
    keep();
  }
  const sides = ['--left', String(state.tagged.offline), '--right', String(state.tagged.model)];
  const learned = {};
  for (const side of ['offline', 'moves', 'model']) {
    const run = ['--project', few, '--run', String(state.tagged[side])];
    const { states, transitions } = must(`learn by ${side}`, cli(['learn', ...run]));
    learned[side] = { states, transitions, ...(await fitToActs(run, lines)) };
  }
  const agreement = must('agreement', cli(['agreement', '--project', few, ...sides]));
  return { ...state.tagged, dialogues: lines.length, learned, agreement };
}

async function fitToActs(run, lines) {
  const { comparePartitions } = await import('../shared/algorithms/agreement/partition-agreement.ts');
  const { turnsOf } = await import('../shared/domain/dialogue.ts');
  const file = join(out, 'tags.jsonl');
  must('tags', cli(['tags', ...run, '--out', file, '--force']));
  const tagsOf = new Map();
  const names = new Set();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { dialogueId, turn, role, moves, words } = JSON.parse(line);
    const tags = moves.length > 0 ? moves.map(({ name }) => name) : words;
    for (const tag of tags) names.add(`${role} ${tag}`);
    tagsOf.set(`${dialogueId} ${turn}`, tags.toSorted().join(' '));
  }
  rmSync(file);
  const groups = { user: [[], []], system: [[], []] };
  const numbers = new Map();
  const numberOf = (name) => numbers.get(name) ?? numbers.set(name, numbers.size).get(name);
  for (const line of lines) {
    const { id, turns } = JSON.parse(line);
    const speakers = turns.map(({ speaker }) => speaker);
    for (const [at, { role, first, last }] of turnsOf(speakers, true).entries()) {
      const acts = turns.slice(first, last + 1).flatMap((turn) => turn.acts ?? []);
      if (acts.length === 0) continue;
      const [found, given] = groups[role];
      found.push(numberOf(tagsOf.get(`${id} ${at}`) ?? ''));
      given.push(numberOf([...new Set(acts.map((act) => act.split('-')[0]))].sort().join('+')));
    }
  }
  const fit = Object.fromEntries(
    Object.entries(groups).map(([role, [found, given]]) => [
      role,
      { turns: found.length, groups: new Set(found).size, ...comparePartitions(found, given) },
    ]),
  );
  return { tags: names.size, fit };
}

/** Inform and Success of each column of a run over whole dialogues, with annotated belief states. */
function successOf(run) {
  const file = join(out, 'dialogues.jsonl');
  must(
    'export',
    cli(['batch', 'export', project, '--run', String(run), '--to', 'jsonl', '--out', file, '--force']),
  );
  const [{ summary }, ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(file);
  return summary.columns.flatMap(({ key, column }) => {
    const own = rows.filter((row) => row.column === key);
    if (own.length === 0) return [];
    const predictions = Object.fromEntries(
      own.map(({ dialogue, turns }) => [dialogue, turns.map(({ answer }) => ({ response: answer ?? '' }))]),
    );
    const predicted = join(out, 'predictions.json');
    writeFileSync(predicted, JSON.stringify(predictions));
    const databases = [
      '--dialogues',
      dialogues,
      '--db',
      join(corpus, 'native', 'db'),
      '--seed',
      String(settings.seed),
    ];
    const said = lab(['success', '--predictions', predicted, ...databases]);
    rmSync(predicted);
    const { inform, success, bleu, combined, dialogues: count } = must(`success of ${column.method}`, said);
    const failed = own.filter(({ problem }) => problem !== null).length;
    return {
      method: column.method,
      answerer: column.answerer.kind,
      dialogues: count,
      failed,
      inform,
      success,
      bleu,
      combined,
    };
  });
}
const byModel = state.runs['dialogues by the model'];
report.success = [...Object.values(success), ...(byModel ? [byModel] : [])].flatMap(successOf);
report.when = new Date().toISOString();

writeFileSync(join(out, 'tables.json'), JSON.stringify(report, null, 2));
writeFileSync(join(out, 'tables.md'), tablesAsMarkdown(report));
console.log(JSON.stringify({ report: join(out, 'tables.md') }));
