import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import type { ErrorDetail } from '#shared/contract/errors.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, writeManyCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, importFiles, openPage, startTestBackend } from '../fixtures/project.ts';
import { itWithReadOnly, itWithSmallDisk } from './mounts.ts';

const MB = 1024 * 1024;

describe('a full disk', () => {
  itWithSmallDisk(
    'an import reports it, keeps what was committed, and continues once there is space',
    8 * MB,
    async (disk) => {
      const folder = temporaryFolder();
      const file = await writeManyCalls(folder, 'many.jsonl', 8000);
      const first = writeNeutral(folder, 'first.jsonl', supportCalls(100, 'first'));
      const path = join(disk, 'full.dialogram');
      const ballast = join(disk, 'ballast');
      const backend = startTestBackend(disk);
      const { client } = openPage(backend);
      await client.projects.create({ path });
      await importFiles(client, [first]);
      writeFileSync(ballast, Buffer.alloc(3 * MB));
      const { job } = await client.corpus.import({ paths: [file] });
      const failed = await ended(client, job);
      expect(failed).toMatchObject({
        state: 'failed',
        error: { code: 'DISK_FULL', detail: { place: path } },
      });
      expect(failed.error?.detail.nextStep).toContain('Free some space');
      const { total } = await client.corpus.dialogues({ limit: 1 });
      expect(total).toBeGreaterThanOrEqual(100);
      expect(total).toBeLessThan(8100);
      await backend.stop();

      // On the full disk, it opens or says why not.
      const still = openPage(startTestBackend(temporaryFolder()));
      const answer = await still.client.projects.open({ path }).then(
        (project) => project.counts.dialogues,
        ({ code, data }: { code: string; data: ErrorDetail }) => `${code} ${data.place}`,
      );
      expect([total, `DISK_FULL ${path}`]).toContain(answer);
      await still.session.end();

      rmSync(ballast);
      const roomy = join(folder, 'full.dialogram');
      for (const suffix of ['', '-wal'])
        if (existsSync(path + suffix)) copyFileSync(path + suffix, roomy + suffix);
      for (const place of [path, roomy]) {
        const again = openPage(startTestBackend(temporaryFolder()));
        const project = await again.client.projects.open({ path: place });
        expect(project.counts.dialogues).toBe(total);
        const database = new Database(place, { readonly: true });
        expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
        database.close();
        if (place === roomy) {
          const [stopped] = await again.client.jobs.list();
          expect(stopped.state).toMatch(/^(failed|paused)$/);
          await again.client.jobs.resume({ job: stopped.id });
          expect(await ended(again.client, stopped.id)).toMatchObject({
            state: 'done',
            result: { dialogues: 8000 },
          });
        }
        await again.session.end();
      }
    },
  );

  itWithSmallDisk('a project can be read, and changed once there is space', 2 * MB, async (disk) => {
    const path = join(disk, 'p.dialogram');
    const backend = startTestBackend(disk);
    const { client } = openPage(backend);
    await client.projects.create({ path });
    await importFiles(client, [writeNeutral(temporaryFolder(), 'calls.jsonl', supportCalls(5))]);
    await backend.stop();
    // As after a crash: opening has something to write.
    const database = new Database(path);
    database.exec(`UPDATE jobs SET state = 'running'`);
    database.close();
    const rest = openSync(join(disk, 'rest'), 'w');
    expect(() => {
      for (;;) writeSync(rest, Buffer.alloc(4096));
    }).toThrow('ENOSPC');
    closeSync(rest);

    const full = openPage(startTestBackend(temporaryFolder()));
    const read = await full.client.projects.open({ path });
    expect(read).toMatchObject({ path, readOnly: true, counts: { dialogues: 5 } });
    await expect(full.client.tagging.run({ tagger: 'annotations' })).rejects.toMatchObject({
      code: 'DISK_FULL',
      data: { place: path },
    });
    await full.client.projects.close();
    expect(existsSync(`${path}-lock`)).toBe(false);
    rmSync(join(disk, 'rest'));
    const opened = await full.client.projects.open({ path });
    expect(opened).toMatchObject({ path, readOnly: false, counts: { dialogues: 5 } });
    expect((await full.client.jobs.list()).map((job) => job.state)).toEqual(['paused']);
    await full.session.end();
  });

  itWithSmallDisk('a project that cannot be created leaves nothing behind', 16 * 1024, async (disk) => {
    const file = writeNeutral(temporaryFolder(), 'calls.jsonl', supportCalls(10));
    const { status, output } = await cli('import', file, '--project', join(disk, 'p.dialogram'));
    expect(status).toBe(1);
    expect(output.error).toMatchObject({ code: 'DISK_FULL', detail: { place: join(disk, 'p.dialogram') } });
    expect(readdirSync(disk)).toEqual([]);
  });

  itWithSmallDisk('an export that does not fit keeps the existing file', 64 * 1024, async (disk) => {
    const folder = temporaryFolder();
    const project = join(folder, 'p.dialogram');
    await cli('import', writeNeutral(folder, 'calls.jsonl', supportCalls(80)), '--project', project);
    await cli('tag', '--project', project, '--tagger', 'annotations');
    await cli('learn', '--project', project, '--tau', '0');
    const out = join(disk, 'automaton.svg');
    writeFileSync(out, 'the one before');
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(56 * 1024));
    const { status, output } = await cli(
      'export',
      '--project',
      project,
      '--to',
      'svg',
      '--out',
      out,
      '--force',
    );
    expect(status).toBe(1);
    expect(output.error).toMatchObject({ code: 'DISK_FULL', detail: { place: out } });
    expect(readdirSync(disk).sort()).toEqual(['automaton.svg', 'ballast']);
  });
});

describe('a read-only folder', () => {
  itWithReadOnly(
    'a project in it can be read, not changed or created, and the message says what to do',
    async (readOnly) => {
      const folder = temporaryFolder();
      const project = join(folder, 'p.dialogram');
      const file = writeNeutral(folder, 'calls.jsonl', supportCalls(10));
      await cli('import', file, '--project', project);
      const before = readdirSync(folder).sort();
      const view = readOnly(folder);
      const seen = join(view, 'p.dialogram');
      const opened = await cli('info', '--project', seen);
      expect(opened).toMatchObject({
        status: 0,
        output: { project: { path: seen, readOnly: true }, counts: { dialogues: 10 } },
      });
      const tagged = await cli('tag', '--project', seen, '--tagger', 'annotations');
      expect(tagged.status).toBe(1);
      expect(tagged.output.error).toMatchObject({ code: 'CANNOT_WRITE', detail: { place: seen } });
      expect(tagged.output.error.detail.nextStep).toContain('another name');
      const made = await cli('import', join(view, 'calls.jsonl'), '--project', join(view, 'new.dialogram'));
      expect(made).toMatchObject({ status: 1, output: { error: { code: 'CANNOT_WRITE' } } });
      expect(readdirSync(folder).sort()).toEqual(before);
    },
  );

  itWithReadOnly(
    'files in it can be imported, and the project opens where writing is possible',
    async (readOnly) => {
      const folder = temporaryFolder();
      writeNeutral(folder, 'calls.jsonl', supportCalls(10));
      const view = readOnly(folder);
      const project = join(temporaryFolder(), 'p.dialogram');
      const imported = await cli('import', join(view, 'calls.jsonl'), '--project', project);
      expect(imported).toMatchObject({ status: 0, output: { dialogues: 10 } });
      await cli('tag', '--project', project, '--tagger', 'annotations');
      await cli('learn', '--project', project, '--tau', '0');
      const exported = await cli('export', '--project', project, '--to', 'dot', '--out', join(view, 'a.dot'));
      expect(exported).toMatchObject({ status: 1, output: { error: { code: 'CANNOT_WRITE' } } });
    },
  );
});
