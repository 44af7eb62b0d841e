/**
 * DuckDB counts the paths of very many dialogues in a Parquet file, and an overview is learned from the common ones.
 *
 * npx node bench/counts.ts [DIALOGUES[:LEAST] …] [--file FILE.parquet] (default: 1000000:all 1000000)
 *
 * LEAST is the number of dialogues per path; `all` learns from every dialogue, like `learn`.
 * `--file` uses the first DIALOGUES of that file, or writes it. A twentieth of the tags are replaced at random.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { countAndLearn } from '../electron/backend/features/automata/count-and-learn.ts';
import {
  symbolCorpusFromRows,
  type TaggedRows,
} from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { readDocument } from '../shared/algorithms/automaton/written/json.ts';
import { learnOverview } from '../shared/algorithms/overview/learn-overview.ts';
import { sequencesOf, turnKinds } from '../shared/algorithms/overview/one-symbol.ts';
import { replay } from '../shared/algorithms/overview/replay.ts';
import { ROLE_NAMES, ROLES } from '../shared/domain/dialogue.ts';
import { demoPaths, NOISE, noisyRows } from './kit/noisy-dialogues.ts';

const HELD_OUT = 10_000;
const STATES = 40;
const COPIES = 50;

async function writeParquet(file: string, dialogues: number, folder: string): Promise<void> {
  const variants = join(folder, 'variants.json');
  const paths = demoPaths(dialogues).map((path) =>
    path.map(({ role, tag }) => `${ROLE_NAMES[role]}: ${tag}`),
  );
  writeFileSync(variants, JSON.stringify(paths.map((path, id) => ({ id, path }))));
  const database = await DuckDBInstance.create(':memory:', {
    memory_limit: '2GB',
    temp_directory: folder,
    preserve_insertion_order: 'false',
  });
  const connection = await database.connect();
  const copyOf = (part: number) => `((d % ${paths.length}) * ${COPIES} + hash(d, ${part}) % ${COPIES})::INT`;
  for (const sql of [
    `CREATE TABLE turns AS SELECT id, unnest(path) AS turn, generate_subscripts(path, 1) AS place FROM read_json('${variants}')`,
    "CREATE TABLE tags AS SELECT row_number() OVER (ORDER BY tag) - 1 AS n, tag FROM (SELECT DISTINCT split_part(turn, ': ', 2) AS tag FROM turns)",
    "CREATE TYPE said AS ENUM (SELECT who || ': ' || tag FROM tags, (VALUES ('customer'), ('agent')) roles(who))",
    `CREATE TABLE copies AS SELECT (id * ${COPIES} + copy)::INT AS key, list((CASE WHEN tag IS NULL THEN turn ELSE split_part(turn, ': ', 1) || ': ' || tag END)::said ORDER BY place) AS path
      FROM (SELECT *, CASE WHEN hash(id, copy, place) % 10000 < ${NOISE * 10_000} THEN hash(place, copy, id) % (SELECT count(*) FROM tags) END AS n FROM turns, range(${COPIES}) numbers(copy))
      LEFT JOIN tags USING (n) GROUP BY 1`,
    'CREATE TABLE parts AS SELECT key, path[:4] AS first, path[5:8] AS middle, path[9:] AS last FROM copies',
    `COPY (SELECT a.first || b.middle || c.last AS path
      FROM (SELECT ${copyOf(1)} AS x, ${copyOf(2)} AS y, ${copyOf(3)} AS z FROM range(${dialogues}) numbers(d))
      JOIN parts AS a ON a.key = x JOIN parts AS b ON b.key = y JOIN parts AS c ON c.key = z) TO '${file}' (FORMAT parquet)`,
  ])
    await connection.run(sql);
  connection.closeSync();
  database.closeSync();
}

async function readRows(file: string, dialogues: number): Promise<TaggedRows> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const rows = `(SELECT path FROM read_parquet('${file}') LIMIT ${dialogues})`;
  await connection.run(
    `CREATE TYPE said AS ENUM (SELECT DISTINCT unnest(path) AS turn FROM ${rows} ORDER BY turn)`,
  );
  const turns = (
    await connection.runAndReadAll('SELECT unnest(enum_range(NULL::said))::VARCHAR')
  ).getColumns();
  const read = async (sql: string, into: Int32Array): Promise<Int32Array> => {
    const result = await connection.stream(sql);
    for (let at = 0, chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk())
      for (const value of chunk.getColumnValues(0)) into[at++] = Number(value);
    return into;
  };
  const turnOffsets = await read(
    `SELECT len(path) FROM ${rows}`,
    new Int32Array(dialogues + 1).subarray(1),
  ).then((lengths) => new Int32Array(lengths.buffer));
  for (let at = 0; at < dialogues; at++) turnOffsets[at + 1] += turnOffsets[at];
  const codes = await read(
    `SELECT enum_code(unnest(CAST(path AS said[]))) FROM ${rows}`,
    new Int32Array(turnOffsets[dialogues]),
  );
  connection.closeSync();
  const said = turns[0].map((turn) => String(turn).split(': '));
  const roles = said.map(([name]) => ROLES.findIndex((role) => ROLE_NAMES[role] === name));
  return {
    keys: Array.from({ length: dialogues }, (_, at) => String(at).padStart(9, '0')),
    turnOffsets,
    turnRoles: Uint8Array.from(codes, (code) => roles[code]),
    tagOffsets: Int32Array.from({ length: codes.length + 1 }, (_, at) => at),
    tagIds: codes,
    tagNames: said.map(([, tag]) => tag),
  };
}

async function learnFromAll(file: string, dialogues: number) {
  const rows = await readRows(file, dialogues);
  const started = performance.now();
  const { automaton, report } = learnOverview(symbolCorpusFromRows(rows), {
    ...DEFAULT_PAPER_OPTIONS,
    states: STATES,
  });
  const learningSeconds = (performance.now() - started) / 1000;
  const { states, transitions, largestStateShare } = report;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  return {
    structure: automaton,
    figures: { dialogues, states, transitions, largestStateShare, learningSeconds, peakMb },
  };
}

async function learnFromPaths(file: string, dialogues: number, least: number | null, folder: string) {
  const { document, figures } = await countAndLearn({
    path: file,
    isParquet: true,
    folder,
    sql: `SELECT * FROM data LIMIT ${dialogues}`,
    title: 'counts',
    createdAt: '',
    learner: 'overview',
    states: STATES,
    lambda: null,
    leastDialogues: least,
  });
  return { structure: readDocument(JSON.parse(document)).structure, figures };
}

async function measure(file: string, asked: string, folder: string) {
  const started = performance.now();
  const [dialogues, least] = asked.split(':');
  const { structure, figures } =
    least === 'all'
      ? await learnFromAll(file, Number(dialogues))
      : await learnFromPaths(file, Number(dialogues), least === undefined ? null : Number(least), folder);
  const { user, system } = process.cpuUsage();
  const seconds = (performance.now() - started) / 1000;
  const others = turnKinds(symbolCorpusFromRows(noisyRows(HELD_OUT, 3)));
  const replayed = replay(structure, sequencesOf(others, structure.symbols));
  const total = (read: (one: (typeof replayed)[number]) => number) =>
    replayed.reduce((sum, one) => sum + read(one), 0);
  return {
    ...figures,
    followed: Number((total((one) => one.followed) / total((one) => one.turns)).toFixed(4)),
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    seconds: Math.round(seconds),
    fileMb: Math.round(statSync(file).size / 2 ** 20),
  };
}

const { values, positionals } = parseArgs({
  options: { file: { type: 'string' }, one: { type: 'string' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'dialogram-bench-counts-'));
try {
  if (values.one !== undefined && values.file !== undefined) {
    process.stdout.write(`${JSON.stringify(await measure(values.file, values.one, folder))}\n`);
  } else {
    mkdirSync(join(folder, 'file'));
    const asked = positionals.length > 0 ? positionals : ['1000000:all', '1000000'];
    const file = values.file ?? join(folder, 'file', 'paths.parquet');
    if (!existsSync(file))
      await writeParquet(file, Math.max(...asked.map((one) => Number(one.split(':')[0]))), folder);
    const script = fileURLToPath(import.meta.url);
    for (const one of asked)
      execFileSync(process.execPath, [script, '--one', one, '--file', file], { stdio: 'inherit' });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
