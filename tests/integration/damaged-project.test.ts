import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { tooMany } from '#backend/store/file/backups.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { forTheFile, temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, openPage, resultOf, startTestBackend, tagWith } from '../fixtures/project.ts';

/** A thousand in the soak test. */
const DAMAGES = Number(process.env.DIALOGRAM_DAMAGES ?? 25);
/** Number per test, because a test has a time limit. */
const AT_ONCE = 25;
const DIALOGUES = 120;

let whole: string;
let before: ReturnType<typeof rowsOf>;

function rowsOf(path: string) {
  const database = new Database(path, { readonly: true });
  try {
    const byId = (sql: string): Map<number, string> =>
      new Map(database.prepare<[], [number, string]>(sql).raw().all());
    return {
      dialogues: byId('SELECT id, external_id FROM dialogues'),
      utterances: byId(`SELECT id, dialogue_id || ' ' || position || ' ' || text FROM utterances`),
      edits: byId(`SELECT id, kind || ' ' || payload FROM edits`),
      decisions: byId(
        `SELECT row_number() OVER (ORDER BY round_id, tag_id), round_id || ' ' || tag_id FROM person_tags`,
      ),
    };
  } finally {
    database.close();
  }
}

async function closedProject(): Promise<string> {
  const { path, client, backend } = await makeProject(supportCalls(DIALOGUES));
  await tagWith(client, 'annotations');
  const { items } = await client.corpus.dialogues({ limit: 40 });
  for (const { id } of items) {
    const { turns } = await client.corpus.dialogue({ dialogue: id });
    await client.tagging.addTag({ turn: turns[0].id, tag: 'seen-by-a-person' });
  }
  await resultOf(client, (await client.automata.learn({})).job);
  await client.backups.setSettings({ on: false });
  await backend.stop();
  return path;
}

beforeAll(async () => {
  whole = await forTheFile(closedProject);
  before = rowsOf(whole);
});

function copyOf(withSums = true): string {
  const path = join(temporaryFolder('damaged'), 'p.dialogram');
  copyFileSync(whole, path);
  if (withSums) copyFileSync(`${whole}-sums`, `${path}-sums`);
  return path;
}

const PAGE = 4096;

function damage(path: string, seed: number): void {
  const random = createRandom(seed);
  const bytes = readFileSync(path);
  const at = random.integer(bytes.length);
  const sector = at - (at % 512);
  const page = at - (at % PAGE);
  const noise = (from: number) =>
    bytes.set(
      Uint8Array.from({ length: 512 }, () => random.integer(256)),
      from,
    );
  const damages = [
    () => bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.integer(8)), at),
    () => noise(sector),
    () => {
      for (let places = 20; places > 0; places--) noise(random.integer(bytes.length / 512) * 512);
    },
    () => bytes.fill(0, page, page + PAGE),
    () => bytes.copy(bytes, page, random.integer(bytes.length / PAGE) * PAGE).valueOf(),
  ];
  const chosen = random.integer(damages.length + 1);
  if (chosen === damages.length) truncateSync(path, at);
  else {
    // Damage may change nothing: a page may be copied onto an equal one, and noise may equal the old bytes.
    damages[chosen]?.();
    writeFileSync(path, bytes);
  }
}

const pagesOf = (path: string): string[] => {
  const bytes = readFileSync(path);
  return Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, page) =>
    bytes.subarray(page * PAGE, (page + 1) * PAGE).toString('latin1'),
  );
};

function pagesNamed(name: string, type: string): number[] {
  const database = new Database(whole, { readonly: true });
  try {
    return database
      .prepare<[string, string], number>(
        'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno DESC',
      )
      .pluck()
      .all(name, type);
  } finally {
    database.close();
  }
}

/** Returns the number of rows of a table on damaged pages, as SQLite finds them in the undamaged file. */
function rowsOnDamage(path: string, table: string): number {
  const now = pagesOf(path);
  const changed = new Set(pagesOf(whole).flatMap((page, at) => (page === now[at] ? [] : [at + 1])));
  const database = new Database(whole, { readonly: true });
  try {
    return database
      .prepare<[string], { pageno: number; pagetype: string; ncell: number }>(
        'SELECT pageno, pagetype, ncell FROM dbstat WHERE name = ?',
      )
      .all(table)
      .filter(({ pageno }) => changed.has(pageno))
      .reduce(
        (sum, { pagetype, ncell }) => sum + (pagetype === 'overflow' ? 1 : pagetype === 'leaf' ? ncell : 0),
        0,
      );
  } finally {
    database.close();
  }
}

async function refused(client: DialogramClient, path: string): Promise<string> {
  const bytes = readFileSync(path);
  const code = await client.projects.open({ path }).then(
    () => 'opened',
    (error: { code?: string }) => error.code ?? String(error),
  );
  expect(readFileSync(path).equals(bytes)).toBe(true);
  return code;
}

const lostOf = (was: ReadonlyMap<number, string>, is: ReadonlyMap<number, string>): number =>
  [...was].filter(([id, row]) => is.get(id) !== row).length;

describe('a closed project with random damage', () => {
  const parts = Array.from({ length: Math.ceil(DAMAGES / AT_ONCE) }, (_, part) => part * AT_ONCE);
  it.each(parts)(
    'is never opened, stays unchanged, and loses only rows on damaged pages (%i)',
    async (from) => {
      const folder = temporaryFolder('salvaged');
      const { client } = openPage(startTestBackend(folder));
      for (let seed = from + 1; seed <= Math.min(DAMAGES, from + AT_ONCE); seed++) {
        const path = copyOf();
        damage(path, seed);
        if (readFileSync(path).equals(readFileSync(whole))) continue;
        const about = `seed ${seed}`;
        expect(await refused(client, path), about).toBe('PROJECT_DAMAGED');
        const { readable } = await client.backups.check({ path });
        const out = join(folder, `${seed}.dialogram`);
        const { notes: _, path: saved, ...counts } = await client.backups.salvage({ path, out });
        const after = rowsOf(saved);
        for (const table of ['utterances', 'edits'] as const) {
          const onDamage = rowsOnDamage(path, table);
          expect(lostOf(before[table], after[table]), `${about}: ${table}`).toBeLessThanOrEqual(onDamage);
          expect(counts[table]).toBe(after[table].size);
        }
        // A dialogue is there as long as one of its messages is.
        const speaking = new Set([...after.utterances.values()].map((row) => Number(row.split(' ')[0])));
        expect(new Set(after.dialogues.keys()), about).toEqual(speaking);
        expect([readable?.dialogues, readable?.utterances], about).toEqual([
          counts.dialogues,
          counts.utterances,
        ]);
        const project = await client.projects.open({ path: saved });
        expect(project.counts.dialogues).toBe(after.dialogues.size);
        const asking = [...after.utterances.values()].filter((row) => /\bparcel\b/i.test(row));
        expect((await client.corpus.dialogues({ query: 'parcel', limit: 5 })).total, about).toBe(
          new Set(asking.map((row) => row.split(' ')[0])).size,
        );
        await client.tagging.history({ limit: 5 });
        await client.projects.close();
        for (const file of [path, saved]) rmSync(file, { force: true });
      }
    },
  );
});

describe('a closed project without any names of tables', () => {
  it('loses no message and no edit', async () => {
    const path = copyOf();
    const bytes = readFileSync(path);
    for (const page of pagesNamed('sqlite_schema', 'leaf')) bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    writeFileSync(path, bytes);
    const { client } = openPage(startTestBackend());
    const out = join(temporaryFolder('nameless'), 'saved');
    await client.backups.salvage({ path, out });
    const after = rowsOf(`${out}.dialogram`);
    expect(lostOf(before.utterances, after.utterances)).toBe(0);
    expect(lostOf(before.edits, after.edits)).toBe(0);
  });
});

describe('a closed project that lost its runs', () => {
  it('loses their results, and no message and no edit', async () => {
    const path = copyOf();
    const bytes = readFileSync(path);
    for (const page of pagesNamed('runs', 'leaf')) bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    writeFileSync(path, bytes);
    const { client } = openPage(startTestBackend());
    const out = join(temporaryFolder('runless'), 'saved.dialogram');
    const { notes } = await client.backups.salvage({ path, out });
    expect(notes).toEqual([
      expect.stringContaining(
        'Automata are left out, because dialogues or tags that they were learned from are lost. Learn again.',
      ),
    ]);
    const after = rowsOf(out);
    expect(lostOf(before.utterances, after.utterances)).toBe(0);
    expect(lostOf(before.edits, after.edits)).toBe(0);
  });
});

describe('a project after a crash', () => {
  async function killed(): Promise<string> {
    const open = copyOf();
    const { client } = openPage(startTestBackend());
    await client.projects.open({ path: open });
    const { items } = await client.corpus.dialogues({ offset: 60, limit: 20 });
    for (const { id } of items) {
      const { turns } = await client.corpus.dialogue({ dialogue: id });
      await client.tagging.addTag({ turn: turns[0].id, tag: 'in-the-log' });
    }
    const path = join(temporaryFolder('killed'), 'k.dialogram');
    for (const suffix of ['', '-wal', '-sums']) copyFileSync(open + suffix, path + suffix);
    await client.projects.close();
    return path;
  }

  it('opens with every edit if nothing is damaged, even if the last write was cut off', async () => {
    const path = await killed();
    const log = readFileSync(`${path}-wal`);
    writeFileSync(`${path}-wal`, Buffer.concat([log, log.subarray(32, 3000)]));
    const { client } = openPage(startTestBackend());
    expect((await client.projects.open({ path })).counts.edits).toBe(60);
  });

  it('is not opened if edits follow damage in the log; those before are saved', async () => {
    const path = await killed();
    const log = readFileSync(`${path}-wal`);
    const half = Math.floor(log.length / 2);
    log.writeUInt8((log[half] ?? 0) ^ 1, half);
    writeFileSync(`${path}-wal`, log);
    const { client } = openPage(startTestBackend());
    expect(await refused(client, path)).toBe('PROJECT_DAMAGED');
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
    const out = join(temporaryFolder('saved'), 'saved');
    const { edits } = await client.backups.salvage({ path, out });
    expect(edits).toBeGreaterThan(40);
    expect(edits).toBeLessThan(60);
  });

  it.each([
    ['a page of a table', 'utterances', 'leaf'],
    ['an inner page', 'utterances', 'internal'],
    ['an index', 'sqlite_autoindex_utterances_1', 'leaf'],
    ['the words of the search', 'utterance_search_data', 'leaf'],
  ])('is not opened if %s is damaged, whatever the log says', async (_, name, type) => {
    const path = await killed();
    const [page = 1] = pagesNamed(name, type);
    const bytes = readFileSync(path);
    bytes.fill(0xa5, (page - 1) * PAGE + 8, page * PAGE);
    writeFileSync(path, bytes);
    const { client } = openPage(startTestBackend());
    expect(await refused(client, path)).toBe('PROJECT_DAMAGED');
  });
});

describe('a project that is damaged while it is open', () => {
  it.each<[string, (client: DialogramClient) => Promise<unknown>]>([
    ['a check finds it', (client) => client.health.integrity()],
    ['a page cannot be read', (client) => client.corpus.dialogues({ query: 'parcel' }).catch(() => {})],
  ])('is not written or backed up once %s, and is not opened again', async (_, notice) => {
    const path = copyOf();
    const backend = startTestBackend();
    const { client } = openPage(backend);
    await client.projects.open({ path });
    const bytes = readFileSync(path);
    for (const [name, type] of [
      ['utterances', 'leaf'],
      ['utterance_search_data', 'leaf'],
      ['sqlite_autoindex_utterances_1', 'leaf'],
      ['sqlite_autoindex_utterances_1', 'internal'],
    ])
      for (const page of pagesNamed(name, type)) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE);
    writeFileSync(path, bytes);
    await notice(client);
    await backend.stop();
    expect(existsSync(`${path}-backups`)).toBe(false);
    expect(await refused(openPage(startTestBackend()).client, path)).toBe('PROJECT_DAMAGED');
  });

  it('refuses edits once damage is known', async () => {
    const path = copyOf();
    const { client } = openPage(startTestBackend());
    await client.projects.open({ path });
    const [page = 1] = pagesNamed('utterances', 'leaf');
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes).fill(0xa5, (page - 1) * PAGE, page * PAGE));
    expect((await client.health.integrity()).damage.length).toBeGreaterThan(0);
    const turn = client.corpus.dialogues({ limit: 1 }).then(async ({ items: [{ id }] }) => {
      const { turns } = await client.corpus.dialogue({ dialogue: id });
      return turns[0].id;
    });
    const edit = client.tagging.addTag({ turn: await turn.catch(() => 1 as never), tag: 'too-late' });
    await expect(edit).rejects.toMatchObject({ code: 'PROJECT_DAMAGED' });
  });
});

describe('backups', () => {
  it('are made only after edits, keep the current file when restored, and are reached by a purge', async () => {
    const path = copyOf();
    const folder = temporaryFolder('backed-up');
    const open = async () => {
      const backend = startTestBackend(folder);
      const { client } = openPage(backend);
      await client.backups.setSettings({ on: true });
      return { client, close: () => backend.stop() };
    };
    const looked = await open();
    await looked.client.projects.open({ path });
    await looked.close();
    expect(existsSync(`${path}-backups`)).toBe(false);

    const edited = await open();
    await edited.client.projects.open({ path });
    const { items } = await edited.client.corpus.dialogues({ limit: 1 });
    const { turns } = await edited.client.corpus.dialogue({ dialogue: items[0].id });
    await edited.client.tagging.addTag({ turn: turns[1].id, tag: 'backed-up' });
    await edited.close();
    const [name, ...others] = readdirSync(`${path}-backups`);
    expect(others).toEqual([`${name}-sums`]);

    const more = await open();
    await more.client.projects.open({ path });
    await more.client.tagging.addTag({ turn: turns[2].id, tag: 'not-backed-up' });
    await more.client.backups.setSettings({ on: false });
    await more.close();
    const bytes = readFileSync(path);
    const [page = 1] = pagesNamed('utterances', 'leaf');
    bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    writeFileSync(path, bytes);

    const { client, close } = await open();
    const check = await client.backups.check({ path });
    expect(check).toMatchObject({
      by: 'sums',
      damage: [expect.stringMatching(/1 of its \d+ pages is not as Dialogram saved it/)],
      before: { dialogues: DIALOGUES, edits: 42 },
      backups: [{ held: { edits: 41 }, missing: { dialogues: 0, edits: 1 }, problem: null }],
    });
    const { kept } = await client.backups.restore({ path });
    expect(readFileSync(kept ?? '').equals(bytes)).toBe(true);
    const restored = await client.projects.open({ path });
    expect(restored.counts).toMatchObject({ dialogues: DIALOGUES, edits: 41 });

    expect((await client.backups.list()).backups).toHaveLength(1);
    const [source] = await client.corpus.sources();
    const preview = await client.purge.preview({ sources: [source.id], dialogues: [] });
    expect(preview.backups.map((file) => file.path)).toEqual([join(`${path}-backups`, name ?? ''), kept]);
    const { job } = await client.purge.run({
      ...{ sources: [source.id], dialogues: [], expected: DIALOGUES },
      backups: true,
      uploads: true,
    });
    await resultOf(client, job);
    expect([readdirSync(`${path}-backups`), existsSync(kept ?? '')]).toEqual([[], false]);
    await close();
  });

  it('are checked, and the newest intact one is restored', async () => {
    const path = copyOf();
    const { client } = openPage(startTestBackend());
    await client.projects.open({ path });
    const older = await client.backups.make();
    const newer = await client.backups.make();
    await client.projects.close();
    utimesSync(older.path, 1, 1);
    const bytes = readFileSync(newer.path);
    bytes.fill(0, PAGE * 2, PAGE * 4);
    writeFileSync(newer.path, bytes);
    await expect(client.backups.restore({ path, backup: newer.path })).rejects.toMatchObject({
      code: 'PROJECT_DAMAGED',
    });
    expect(await client.backups.restore({ path })).toMatchObject({ from: older.path });
    expect((await client.projects.open({ path })).counts.dialogues).toBe(DIALOGUES);
  });

  it('keep five, further apart the older they are', () => {
    const HOUR = 3_600_000;
    const now = Date.parse('2026-06-01T00:00:00Z');
    let kept: { at: string }[] = [];
    // A backup per hour for sixty days.
    for (let hour = 60 * 24; hour >= 0; hour--) {
      const at = now - hour * HOUR;
      const made = [{ at: new Date(at).toISOString() }, ...kept];
      const gone = tooMany(made, at);
      kept = made.filter((backup) => !gone.includes(backup));
    }
    const ages = kept.map(({ at }) => (now - Date.parse(at)) / HOUR);
    expect(ages).toHaveLength(5);
    expect([ages[0], ages[4]]).toEqual([0, 60 * 24]);
    const gaps = ages.slice(1).map((age, at) => age - (ages[at] ?? 0));
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });
});
