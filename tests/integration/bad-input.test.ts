import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { supportCalls, turnsOf } from '../fixtures/dialogues.ts';

const lines = (from: number, to: number): string =>
  supportCalls(to)
    .slice(from)
    .map((dialogue) => `${JSON.stringify(dialogue)}\n`)
    .join('');

const folder = temporaryFolder('bad');
let projects = 0;

async function importInto(path: string) {
  const project = join(folder, `p${projects++}.dialogram`);
  const answer = await cli('import', path, '--project', project);
  const after = await cli('info', '--project', project);
  expect(after.status).toBe(0);
  const rejects: { line: number; reason: string; records: number }[] = [];
  const database = new Database(project, { readonly: true });
  rejects.push(...(database.prepare('SELECT line, reason, records FROM rejects').all() as typeof rejects));
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
  return { ...answer, counts: after.output.counts, rejects };
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Imports a file that must be refused: a new project is not kept, an existing one stays unchanged. */
async function importRefused(path: string) {
  const fresh = join(folder, `p${projects++}.dialogram`);
  const answer = await cli('import', path, '--project', fresh);
  expect(existsSync(fresh)).toBe(false);
  const kept = join(folder, `p${projects++}.dialogram`);
  await cli('import', file('kept.jsonl', lines(0, 1)), '--project', kept);
  expect((await cli('import', path, '--project', kept)).output.error).toEqual(answer.output.error);
  const after = await cli('info', '--project', kept);
  return { ...answer, counts: after.output.counts };
}

describe('files that are rejected completely', () => {
  it.each<[string, string, string | Buffer]>([
    ['an empty file', 'empty.jsonl', ''],
    [
      'a binary file',
      'binary.csv',
      Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256)),
    ],
    ['a picture', 'picture.jsonl', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])],
    ['wrong columns', 'columns.csv', 'colour,shape\nred,turn\n'],
    ['neither JSON nor a table', 'prose.txt', 'It was a dark night.\nNothing stirred.\n'],
    ['an empty gzip', 'empty.jsonl.gz', gzipSync('')],
  ])('%s: an error with the next step', async (_, name, content) => {
    const path = file(name, content);
    const { status, output, counts } = await importRefused(path);
    expect(status).toBe(1);
    expect(output.error).toMatchObject({
      code: 'BAD_FILE',
      detail: { place: path, nextStep: expect.any(String) },
    });
    expect(output.error.message).toMatch(/\w/);
    expect(counts).toMatchObject({ dialogues: 1, rejected: 0 });
  });

  it('a missing file', async () => {
    const missing = await importRefused(join(folder, 'missing.jsonl'));
    expect(missing).toMatchObject({ status: 1, output: { error: { code: 'CANNOT_READ' } } });
  });

  it('a file of an unknown folder: it is left out with a warning, the others are read', async () => {
    const mixed = join(folder, 'mixed');
    mkdirSync(mixed);
    writeFileSync(join(mixed, 'a.csv'), 'a;b;c\n1;2;3\n4;5;6\n');
    writeFileSync(join(mixed, 'b.txt'), 'Dear reader,\nthis is a letter.\n');
    writeFileSync(join(mixed, 'c.jsonl'), lines(0, 2));
    writeFileSync(join(mixed, 'dialog_acts.json'), '{"d1":{"0":{"dialog_act":{}}}}');
    const { status, output } = await cli('import', mixed, '--project', join(folder, 'mixed.dialogram'));
    expect({ status, dialogues: output.dialogues }).toEqual({ status: 0, dialogues: 2 });
    expect(output.warnings.join('\n')).toMatch(
      /a\.csv was left out[\s\S]*b\.txt was left out[\s\S]*dialog_acts\.json has no dialogues/,
    );
  });

  it('a project, which should be opened instead', async () => {
    const project = join(folder, 'whole.dialogram');
    await cli('import', file('whole.jsonl', lines(0, 1)), '--project', project);
    const { output } = await importRefused(project);
    expect(output.error.code).toBe('BAD_FILE');
    expect(output.error.detail.nextStep).toContain('open it');
  });
});

describe('files with usable parts', () => {
  it('a line of 200 MB among good ones', async () => {
    const path = join(folder, 'long-line.jsonl');
    const stream = createWriteStream(path);
    stream.write(lines(0, 2));
    stream.write('{"id":"long","turns":[{"speaker":"user","text":"');
    const chunk = Buffer.alloc(4 * 1024 * 1024, 'a');
    for (let part = 0; part < 50; part++) if (!stream.write(chunk)) await once(stream, 'drain');
    stream.end(`"}]}\n${lines(2, 4)}`);
    await once(stream, 'close');
    const { status, output, rejects } = await importInto(path);
    expect(status).toBe(0);
    expect(output).toMatchObject({ dialogues: 4, rejected: 1 });
    expect(output.warnings).toContainEqual(
      expect.stringMatching(/1 record was rejected. Line 3 is 200 MB long/),
    );
    expect(rejects).toMatchObject([{ line: 3, records: 1 }]);
    expect(rejects[0].reason).toMatch(/Line 3 is 200 MB long/);
  });

  it('a table with only a header: nothing, with a message', async () => {
    const path = join(folder, 'header.csv');
    writeFileSync(path, 'conversation_id,timestamp,speaker,text\n');
    const { status, output } = await importInto(path);
    expect(status).toBe(0);
    expect(output).toMatchObject({ dialogues: 0, read: 0, warnings: [expect.stringContaining('no record')] });
  });

  it('broken UTF-8: the text stays, with a mark for lost bytes, and a warning', async () => {
    const text = Buffer.from(lines(0, 3));
    const at = text.indexOf('kettle');
    text[at] = 0xff;
    const { status, output, counts } = await importInto(file('broken.jsonl', text));
    expect(status).toBe(0);
    expect(output).toMatchObject({ dialogues: 3, rejected: 0 });
    expect(output.warnings.join(' ')).toMatch(/UTF-8/i);
    expect(counts.utterances).toBe(turnsOf(supportCalls(3)));
  });

  it('a truncated gzip: the part before is imported, and the loss is reported', async () => {
    const whole = gzipSync(lines(0, 400));
    const path = file('cut.jsonl.gz', whole.subarray(0, Math.floor(whole.length / 2)));
    const { status, output, counts, rejects } = await importInto(path);
    expect(status).toBe(0);
    expect(output.dialogues).toBeGreaterThan(50);
    expect(output.dialogues).toBeLessThan(400);
    expect(counts.dialogues).toBe(output.dialogues);
    expect(rejects.length).toBeGreaterThan(0);
    expect([...output.warnings, ...rejects.map((reject) => reject.reason)].join(' ')).toMatch(
      /cut|short|end/i,
    );
  });

  it('a CSV with newlines in its cells keeps them', async () => {
    const rows = [
      'conversation_id,timestamp,speaker,text',
      '1,2024-01-01T00:00:00Z,customer,"First line',
      'second line, with a comma',
      '',
      'fourth ""line"""',
      '1,2024-01-01T00:01:00Z,agent,Fine.',
    ];
    const path = file('newlines.csv', rows.join('\r\n'));
    const { status, output } = await importInto(path);
    expect(status).toBe(0);
    expect(output).toMatchObject({ dialogues: 1, utterances: 2, rejected: 0 });
    const database = new Database(join(folder, `p${projects - 1}.dialogram`), { readonly: true });
    const text = database.prepare('SELECT text FROM utterances ORDER BY id').pluck().get() as string;
    database.close();
    expect(text.replaceAll('\r\n', '\n')).toBe('First line\nsecond line, with a comma\n\nfourth "line"');
  });

  it('text that looks like markup, formulas or zeros stays text', async () => {
    const words = [
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://x")',
      'a\u0000b',
      '\u{1F600} naïve',
      "'; DROP TABLE tags;",
    ];
    const turns = words.map((text) => ({ speaker: 'user', text }));
    const path = file('hostile.jsonl', `${JSON.stringify({ id: '<b>1</b>', domain: [], turns })}\n`);
    const { output } = await importInto(path);
    expect(output).toMatchObject({ dialogues: 1, utterances: words.length, rejected: 0 });
    const database = new Database(join(folder, `p${projects - 1}.dialogram`), { readonly: true });
    expect(database.prepare('SELECT text FROM utterances ORDER BY id').pluck().all()).toEqual(
      // A zero byte ends a text for many programs; it becomes a replacement character.
      words.map((word) => word.replace('\u0000', '\uFFFD')),
    );
    database.close();
  });
});
