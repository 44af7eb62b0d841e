import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyEngineIsMissing } from '#backend/store/engine/duckdb.ts';
import { readDocument } from '#shared/algorithms/automaton/written/json.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';

interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
    ): Promise<{ connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }> }>;
  };
}

async function writeParquet(path: string, sql: string): Promise<void> {
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
}

const none = whyEngineIsMissing();

describe.skipIf(none !== null)(`learning from counted paths${none === null ? '' : ` (${none})`}`, () => {
  it('learns the same from a row for each turn as from a project with the same tags', async () => {
    const calls = supportCalls(60).map(({ turns, ...call }) => ({
      ...call,
      turns: turns.map((turn) => ({ ...turn, acts: turn.acts?.slice(0, 1) })),
    }));
    const project = await makeProject(calls);
    const { client, folder } = project;
    await tagWith(client, 'annotations');
    await resultOf(client, (await client.automata.learn({ learner: 'overview', states: 9 })).job);
    await client.automata.export({ to: 'json', out: join(folder, 'learned.json') });
    const rows: string[] = [];
    for (const { id } of (await client.corpus.dialogues({ limit: 100 })).items) {
      const { turns } = await client.corpus.dialogue({ dialogue: id });
      for (const [at, { role, tags }] of turns.entries())
        rows.push(`(${id}, ${at}, '${role}', '${tags[0]?.name ?? ''}')`);
    }
    const file = join(folder, 'turns.parquet');
    await writeParquet(
      file,
      `SELECT * FROM (VALUES ${rows.join(', ')}) AS turns(dialogue, place, role, tag)`,
    );
    const { status, output } = await cli(
      ...['learn', '--from', file, '--states', '9', '--least-dialogues', '1'],
      ...['--query', "select list(role || ': ' || tag order by place) as path from data group by dialogue"],
      ...['--out', join(folder, 'counted.json')],
    );
    expect(status).toBe(0);
    expect(output).toMatchObject({ dialogues: 60, cut: 0, leastDialogues: 1 });
    expect(output.turns).toEqual({ followed: rows.length, of: rows.length });
    const read = (name: string) =>
      readDocument(JSON.parse(readFileSync(join(folder, name), 'utf8'))).structure;
    const { stateCertainty: _, transitionCertainty: __, ...learned } = read('learned.json');
    expect(read('counted.json')).toEqual(learned);
    expect((await client.automata.import({ path: join(folder, 'counted.json') })).tags.unknown).toBe(0);
  });

  it('cuts rare paths where too few dialogues share them, from counts and from a row for each dialogue', async () => {
    const folder = temporaryFolder('counted-paths');
    const counts = join(folder, 'counts.csv');
    const rows = [
      ['["customer: asks","agent: answers","customer: thanks"]', 40],
      ['["customer: asks","agent: answers","customer: complains"]', 16],
      ['["customer: asks","agent: answers","customer: shouts"]', 3],
      ['["customer: asks","agent: answers"]', 8],
      ['[]', 2],
    ] as const;
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    writeFileSync(
      counts,
      ['path,dialogues', ...rows.map(([path, count]) => `${cell(path)},${count}`)].join('\n'),
    );
    const each = join(folder, 'each.parquet');
    await writeParquet(
      each,
      rows
        .map(([path, count]) => `SELECT from_json('${path}', '["VARCHAR"]') AS path FROM range(${count})`)
        .join(' UNION ALL '),
    );
    for (const file of [counts, each]) {
      const out = join(folder, 'a.json');
      const { output } = await cli(
        'learn',
        '--from',
        file,
        '--least-dialogues',
        '5',
        '--out',
        out,
        '--force',
      );
      expect(output).toMatchObject({
        dialogues: 69,
        cut: 3,
        turns: { followed: 190, of: 193 },
        paths: 5,
        states: 5,
        transitions: 4,
      });
      const { structure } = readDocument(JSON.parse(readFileSync(out, 'utf8')));
      expect(structure.symbols.map(({ role, tag }) => `${role} ${tag}`)).toEqual([
        'system answers',
        'user asks',
        'user complains',
        'user thanks',
      ]);
      expect([...structure.support]).toEqual([69, 67, 67, 16, 40]);
      expect([...structure.ends]).toEqual([2, 0, 8, 16, 40]);
    }
    const paper = await cli(
      ...['learn', '--from', counts, '--learner', 'paper', '--lambda', 'none'],
      ...['--least-dialogues', '5', '--out', join(folder, 'paper.json')],
    );
    expect(paper.output).toMatchObject({ states: 5, transitions: 4, cut: 3 });
  });

  it('says what is wrong with a file', async () => {
    const folder = temporaryFolder('counted-paths');
    const file = join(folder, 'paths.csv');
    const learn = async (text: string, ...more: string[]) => {
      writeFileSync(file, text);
      const { status, output } = await cli('learn', '--from', file, ...more, '--out', join(folder, 'a.json'));
      expect(status).toBe(1);
      return output.error;
    };
    expect((await learn('a,b\n1,2\n')).message).toContain('There is no column "path".');
    expect((await learn('path\n"[""asks""]"\n')).message).toContain('does not say who speaks');
    expect((await learn('path,dialogues\n[],0\n')).message).toContain('There are no dialogues');
    expect((await learn('path\nnot a list\n')).message).toContain('cannot be queried');
    expect((await learn('path\n[]\n', '--query', 'drop table data')).message).toContain('cannot be queried');
  });
});
