import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { problemIn } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import {
  columnMapSchema,
  formatSchema,
  type ImportInput,
  importInputSchema,
  type TableQuery,
} from '#shared/contract/corpus.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, inProject, resultOf } from '../../command.ts';
import { secretFrom } from '../../key-from.ts';

export const DATABASE_USAGE =
  '--postgres postgres://user@host:5432/database [--password-from VARIABLE | --password-stdin] [--tls verify|encrypt|off] [--agree postgres://host:5432]';

/** Stores the consent to the database's host. The password is for this command only. Null without a database. */
export async function databaseOf(given: Arguments, client: DialogramClient): Promise<string | null> {
  const named = given.text('postgres');
  if (named === null) return null;
  const tls = given.choice('tls', ['verify', 'encrypt', 'off']);
  const { address } = await client.databases.save({ address: named, tls });
  const host = given.text('agree');
  if (host !== null) await client.databases.consent({ address, host });
  const password = await passwordOf(given);
  if (password !== null) await client.databases.setPassword({ address, password });
  return address;
}

/** The password is never an argument, because every process can read the arguments. */
async function passwordOf(given: Arguments): Promise<string | null> {
  if (!given.named.has('password-stdin')) return secretFrom(given, 'password-from', process.env);
  if (given.text('password-from') !== null)
    throw given.wrong('--password-from and --password-stdin cannot be used together.');
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}

function readMap(path: string, given: Arguments) {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw given.wrong(
      `--mapping ${path} cannot be read as JSON: ${error instanceof Error ? error.message : ''}`,
      path,
    );
  }
  const parsed = columnMapSchema.strict().safeParse(content);
  if (parsed.success) return parsed.data;
  throw given.wrong(
    `--mapping ${path} is not a mapping: ${problemIn(parsed.error, 'it')} A mapping looks like {"conversation":"ticket","speaker":"from","text":"body","time":"at","roles":{"Bob":"system"}}.`,
    path,
  );
}

function queryOf(given: Arguments): TableQuery | null {
  const sql = given.text('query');
  const limit = given.integer('limit', 1);
  const dialogues = given.integer('sample', 1);
  if (sql === null && limit === null && dialogues === null) return null;
  const sample = { dialogues: dialogues ?? 0, seed: given.seed(), by: given.text('sample-by') };
  return { sql, limit, sample: dialogues === null ? null : sample };
}

/** Returns the recognized mapping, which a person can correct and pass with `--mapping`. */
async function propose(
  client: DialogramClient,
  { paths, join: _, prepare: _prepare, ...reading }: ImportInput,
): Promise<object> {
  const preview = await client.corpus.preview({ ...reading, path: paths[0] ?? '' });
  const { map, dialogues, format, reason, candidates, lists, columns, recordFields, rejects, warnings } =
    preview;
  const found = { format, reason, candidates, lists, columns, recordFields };
  return { mapping: map, ...found, dialogues: dialogues.slice(0, 3), rejects, warnings };
}

export const importCommand: Command = {
  usage: `import <files…> --project p.dialogram [--format auto|NAME] [--mapping FILE | --propose-mapping] [--query SQL] [--limit ROWS] [--sample DIALOGUES [--seed N] [--sample-by COLUMN]] [--sheet NAME] [--brand NAME] [--no-join] [--delimiter C] [--encoding NAME] [--mask] [--prepare] [--rejects FILE.csv [--force]]
  import ${DATABASE_USAGE} --query SQL [--source NAME] --project p.dialogram …`,
  untold: ['map'],
  async run(given, context) {
    const { client } = context;
    const database = await databaseOf(given, client);
    const paths = database === null ? [...given.positionals] : [database];
    if (paths.length === 0) throw given.wrong('No file to import was named.');
    if (database !== null && given.positionals.length > 0)
      throw given.wrong('Files and --postgres cannot be used together.', given.positionals[0]);
    if (database === null && given.text('source') !== null)
      throw given.wrong('--source names the data read from a database, so it needs --postgres.');
    const map = given.text('mapping') ?? given.text('map');
    const input = given.input(importInputSchema, {
      paths,
      format: given.choice('format', ['auto' as const, ...formatSchema.options]) ?? 'auto',
      map: map === null ? null : readMap(map, given),
      query: queryOf(given),
    });
    if (given.named.has('propose-mapping')) return propose(client, input);
    const project = given.project();
    const rejects = given.text('rejects');
    const result = await inProject(context, project, true, async () => {
      const { job } = await client.corpus.import(input);
      return resultOf(context, job);
    });
    if (rejects !== null) await client.corpus.exportRejects(given.target(rejects));
    return result;
  },
};
