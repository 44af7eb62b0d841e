import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { whyEngineIsMissing } from '#backend/store/engine/duckdb.ts';
import type { DatabaseAccess } from '#backend/store/engine/postgres.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ImportResult, TableQuery } from '#shared/contract/corpus.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { collect, scratchFile } from '../fixtures/formats/collect.ts';
import {
  type PostgresServer,
  READER_PASSWORD,
  startPostgres,
  whyNoPostgres,
} from '../fixtures/postgres-server.ts';
import { ended, importFiles, makeProject, resultOf } from '../fixtures/project.ts';

const query = (asked: Partial<TableQuery> = {}): TableQuery => ({
  sql: 'SELECT * FROM tickets ORDER BY id;',
  limit: null,
  sample: null,
  ...asked,
});
const ENDLESS = 'SELECT count(*)::text AS text FROM generate_series(1, 100000000000) a';
/** A hundred tickets of four rows, ten of them of the rare kind. */
const ROWS = Array.from({ length: 400 }, (_, at) => {
  const ticket = Math.floor(at / 4);
  return `0${ticket},${at % 2 ? 'agent' : 'user'},"text ${at}, of ""${ticket}""",${ticket % 10 === 0 ? 'rare' : 'common'}`;
});
const TABLE = `conversation_id,speaker,text,kind\n${ROWS.join('\n')}\n`;

describe.skipIf(whyNoPostgres !== null)(
  `tables of a PostgreSQL server${whyNoPostgres ? ` (${whyNoPostgres})` : ''}`,
  () => {
    let server: PostgresServer;
    let address: string;
    beforeAll(async () => {
      server = await startPostgres();
      address = server.address('support');
      server.sql(`CREATE TABLE tickets AS SELECT i AS id, '0' || i / 4 AS conversation_id,
      CASE i % 2 WHEN 0 THEN 'user' ELSE 'agent' END AS speaker,
      'text ' || i || ', of "' || i / 4 || '"' AS text,
      CASE i / 4 % 10 WHEN 0 THEN 'rare' ELSE 'common' END AS kind,
      TIMESTAMPTZ '2024-01-02 03:04:05+01' AS created_at, NULL::int AS nothing FROM generate_series(0, 399) i`);
      server.sql('CREATE TABLE secrets (word text)');
      server.sql('GRANT SELECT ON tickets TO reader');
    });

    const access = (change: Partial<DatabaseAccess> = {}): DatabaseAccess => ({
      ...{ host: '127.0.0.1', port: server.port, database: 'support', user: 'reader' },
      ...{ password: READER_PASSWORD, tls: 'off', ...change },
    });
    async function setUp(client: DialogramClient): Promise<void> {
      await client.databases.save({ address });
      await client.databases.setPassword({ address, password: READER_PASSWORD });
    }
    const running = (): string =>
      server.sql(
        `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Dialogram' AND state = 'active'`,
      );

    it('shows tables and first rows, imports the result of a query, and reads it again for new rows', async () => {
      const { client, folder } = await makeProject();
      await setUp(client);
      const { tables } = await client.databases.tables({ address });
      expect(tables).toEqual([
        { name: 'public.tickets', columns: expect.arrayContaining(['conversation_id', 'text']) },
      ]);
      const first = await client.corpus.preview({ path: address, query: query() });
      expect(first).toMatchObject({
        format: 'query-table',
        map: { conversation: 'conversation_id', time: 'created_at' },
      });
      expect(first.dialogues[0]?.utterances[1]).toMatchObject({ role: 'system', text: 'text 1, of "0"' });

      const asked = { query: query({ sql: "select * from tickets where kind = 'rare'" }) };
      expect(await importFiles(client, [address], asked)).toMatchObject({
        dialogues: 10,
        utterances: 40,
        rejected: 0,
      });
      const [source] = await client.corpus.sources();
      expect(source).toMatchObject({ name: `support on 127.0.0.1:${server.port}`, path: address });
      const words = "SELECT id, conversation_id, speaker, 'other ' || id AS text FROM tickets ORDER BY id";
      const other = { query: query({ sql: words, limit: 4 }), source: 'all tickets' };
      expect(await importFiles(client, [address], other)).toMatchObject({ dialogues: 1 });
      expect((await client.corpus.sources()).map(({ name }) => name)).toEqual(['all tickets', source?.name]);
      const found = await client.corpus.find({ externalId: '010' });
      expect((await client.corpus.dialogue(found)).turns[0]?.utterances[0]).toMatchObject({
        time: '2024-01-02T02:04:05.000Z',
      });

      server.sql(`INSERT INTO tickets VALUES (1000, '0990', 'user', 'Hi', 'rare', now(), NULL)`);
      const { job } = await client.growing.refresh({});
      expect(await resultOf<ImportResult>(client, job)).toMatchObject({ dialogues: 1, utterances: 1 });
      server.sql('DELETE FROM tickets WHERE id = 1000');
      const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      expect(kept.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['project.dialogram', 'databases.json']),
      );
      for (const { parentPath, name } of kept)
        expect(readFileSync(join(parentPath, name)).includes(READER_PASSWORD)).toBe(false);
    });

    it.skipIf(whyEngineIsMissing() !== null)('draws the same sample as a file of the same rows', async () => {
      const path = await scratchFile('a.csv', TABLE);
      for (const by of [null, 'kind']) {
        const sample = { dialogues: 20, seed: 3, by };
        const { dialogues } = await collect(address, 'query-table', {
          query: query({ sample }),
          database: access(),
        });
        const ofFile = await collect(path, 'query-table', { query: query({ sql: null, sample }) });
        const words = (of: typeof dialogues): string[] =>
          of
            .map(
              ({ externalId, utterances }) =>
                `${externalId}: ${utterances.map(({ text }) => text).join(' ')}`,
            )
            .sort();
        expect(words(dialogues)).toEqual(words(ofFile.dialogues));
        expect(dialogues).toHaveLength(20);
      }
      const limited = await collect(address, 'query-table', {
        query: query({ limit: 8 }),
        database: access(),
      });
      expect(limited.end.records).toBe(8);
    });

    it.each([
      ['select *\nfrom tickets\nwhere ï = 1', 'line 3, column 7'],
      ['select 1; drop table tickets', 'syntax error'],
      ['select 1) as x; drop table tickets; select * from (select 2', 'multiple commands'],
      ['delete from tickets returning *', 'syntax error'],
      ["select nextval('numbers')", 'would write'],
      ["select set_config('transaction_read_only', 'off', false)", 'read-write'],
      ['select * from secrets', 'permission denied'],
      ['', 'No query or table was chosen'],
    ])('rejects %j and says where and what to do', async (sql, why) => {
      server.sql('CREATE SEQUENCE IF NOT EXISTS numbers; GRANT ALL ON numbers TO reader');
      const asked = query({ sql: sql || null });
      const failure = await collect(address, 'query-table', { query: asked, database: access() }).catch(
        (e) => e,
      );
      expect(failure.message).toContain(why);
      expect(failure.message).toMatch(/support.* on 127\.0\.0\.1/);
      expect(failure.detail?.nextStep ?? failure.nextStep).toMatch(/select/);
      expect(server.sql('SELECT count(*) FROM tickets')).toBe('400');
    });

    it('says why a database cannot be reached, without the password, and encrypts if set', async () => {
      const count = async (change: Partial<DatabaseAccess>): Promise<number | string> => {
        const reading = collect(address, 'query-table', {
          query: query({ limit: 4 }),
          database: access(change),
        });
        return reading.then(
          ({ end }) => end.records,
          ({ message, detail }) => `${message} ${detail.nextStep}`,
        );
      };
      expect(await count({ tls: 'encrypt' })).toBe(4);
      expect(await count({ tls: 'verify' })).toMatch(
        /certificate of 127\.0\.0\.1 was not accepted.*NODE_EXTRA_CA_CERTS/,
      );
      expect(await count({ port: 1 })).toMatch(
        /"support" on 127\.0\.0\.1:1 cannot be reached: .*REFUSED.*Check the host/,
      );
      expect(await count({ database: 'nothing' })).toMatch(/"nothing" .* does not exist/);
      expect(await count({ password: null })).toMatch(/needs a password/);
      const wrong = await count({ password: 'not-this-one' });
      expect(wrong).toMatch(/rejected "reader".*Check your user name and password/);
      expect(wrong).not.toContain('not-this-one');
    });

    it('ends the server’s query when a preview is stopped or an import is canceled', async () => {
      const { client, folder } = await makeProject();
      await setUp(client);
      const endless = query({ sql: ENDLESS });
      const stop = new AbortController();
      const preview = client.corpus.preview({ path: address, query: endless }, { signal: stop.signal });
      const given = expect(preview).rejects.toMatchObject({ code: 'CANCELLED' });
      await vi.waitUntil(() => running() === '1', { timeout: 600_000 });
      stop.abort();
      await given;
      await vi.waitUntil(() => running() === '0', { timeout: 600_000 });
      const { job } = await client.corpus.import({ paths: [address], query: endless });
      await vi.waitUntil(() => running() === '1', { timeout: 600_000 });
      await client.jobs.cancel({ job });
      expect(await ended(client, job)).toMatchObject({ state: 'cancelled' });
      expect(running()).toBe('0');
      expect(readdirSync(folder).filter((name) => name.includes('.query-'))).toEqual([]);
    });

    it('is read on the command line, with the password from the environment', async () => {
      const project = join(temporaryFolder(), 'p.dialogram');
      vi.stubEnv('DIALOGRAM_HOME', temporaryFolder());
      vi.stubEnv('READER_PASSWORD', READER_PASSWORD);
      const read = [
        '--postgres',
        address,
        '--password-from',
        'READER_PASSWORD',
        '--query',
        'select * from tickets',
      ];
      const { output } = await cli(
        'import',
        ...read,
        '--sample',
        '5',
        '--sample-by',
        'kind',
        '--project',
        project,
      );
      expect(output).toMatchObject({ dialogues: 5, utterances: 20 });
      const open = await cli('import', '--postgres', address.replace('@', ':geheim@'), '--project', project);
      expect(open.output.error).toMatchObject({ message: 'The address contains a password.' });
      expect(JSON.stringify(open.output)).not.toContain('geheim');
      const far = ['--postgres', 'postgres://reader@db.example.com/support', '--query', 'select 1'];
      const asked = await cli('import', ...far, '--project', project);
      expect(asked.output.error).toMatchObject({
        code: 'NOT_CONSENTED',
        detail: { value: 'postgres://db.example.com:5432' },
      });
      vi.unstubAllEnvs();
    });
  },
);
