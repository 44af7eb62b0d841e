import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { collect, scratchFile, scratchFolder } from '../../../tests/fixtures/formats/collect.ts';
import { FormatError } from './bytes/format-error.ts';
import { previewFile } from './preview.ts';
import { readDialogues } from './read.ts';
import type { ImportEvent } from './reading/reading.ts';

const dialogue = (id: string, text = 'Hello'): string =>
  `${JSON.stringify({
    id,
    turns: [
      { speaker: 'user', text },
      { speaker: 'system', text: 'Hi' },
    ],
  })}\n`;

function words(seed: number, length: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  }).join('');
}

describe('a line of 200 MB', () => {
  const MEGABYTE = 'x'.repeat(1024 * 1024);

  async function bigFile(
    before: string,
    start: string,
    end: string,
    after: string,
    packed: boolean,
  ): Promise<string> {
    const path = join(scratchFolder(), 'big');
    const file = createWriteStream(path);
    const gzip = packed ? createGzip({ level: 1 }) : null;
    gzip?.pipe(file);
    const out: NodeJS.WritableStream = gzip ?? file;
    out.write(before + start);
    for (let count = 0; count < 200; count++) {
      if (!out.write(MEGABYTE)) await once(out, 'drain');
    }
    out.end(end + after);
    await finished(file);
    return path;
  }

  async function collectWatched(
    path: string,
    format: ImportFormat,
  ): Promise<{ result: Awaited<ReturnType<typeof collect>>; peak: number }> {
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const onProgress = (): void => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    };
    return { result: await collect(path, format, { onProgress }), peak };
  }

  it.each([
    ['plain', false],
    ['gzip', true],
  ])(
    'is rejected without being held, and the lines after it are read (JSON, %s)',
    async (_, packed) => {
      const path = await bigFile(
        dialogue('a'),
        '{"id":"big","turns":[{"speaker":"user","text":"',
        '"}]}\n',
        dialogue('b'),
        packed,
      );
      const { result, peak } = await collectWatched(path, 'neutral');
      expect(result.dialogues.map(({ externalId }) => externalId)).toEqual(['a', 'b']);
      expect(result.rejects).toMatchObject([
        { line: 2, records: 1, reason: expect.stringMatching(/Line 2 is 200 MB long; the limit is 32 MB/) },
      ]);
      expect(result.rejects[0].excerpt).toHaveLength(200);
      expect(peak).toBeLessThan(150 * 1024 * 1024);
    },
    60_000,
  );

  it('is rejected as the first line too, and in a table', async () => {
    const first = await bigFile('', '', '\n', dialogue('b'), false);
    expect((await collectWatched(first, 'neutral')).result.dialogues).toHaveLength(1);
    const table = await bigFile(
      'conversation_id,speaker,text\n1,user,a\n',
      '1,user,"',
      '"\n',
      '1,agent,b\n',
      false,
    );
    const { result, peak } = await collectWatched(table, 'long-csv');
    expect(result.rejects).toMatchObject([{ line: 3, reason: expect.stringContaining('200 MB') }]);
    expect(result.dialogues[0].utterances.map(({ line }) => line)).toEqual([2, 4]);
    expect(peak).toBeLessThan(150 * 1024 * 1024);
  }, 60_000);
});

describe('a gzip cut short', () => {
  it.each([0.3, 0.7, 0.95])(
    'gives the good lines, then says where it ends (JSON, cut at %f)',
    async (share) => {
      const lines = Array.from({ length: 200 }, (_, index) => dialogue(String(index), words(index, 300)));
      const packed = gzipSync(lines.join(''));
      const path = await scratchFile('a.jsonl.gz', packed.subarray(0, Math.floor(packed.length * share)));
      const { dialogues, rejects } = await collect(path, 'neutral');
      expect(dialogues.length).toBeGreaterThan(200 * share - 40);
      expect(dialogues.map(({ externalId }) => externalId)).toEqual(
        dialogues.map((_, index) => String(index)),
      );
      expect(rejects).toMatchObject([
        { line: dialogues.length + 1, reason: expect.stringContaining('ends early at line') },
      ]);
    },
  );

  it('is told once and loses no line when the cut falls between two lines', async () => {
    const packed = gzipSync(dialogue('a'));
    const { dialogues, rejects } = await collect(
      await scratchFile('a.gz', packed.subarray(0, -3)),
      'neutral',
    );
    expect(dialogues).toHaveLength(1);
    expect(rejects).toMatchObject([{ line: 1, records: 0 }]);
  });

  it('rejects the row it breaks off in, even inside a cell of several lines', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, index) => `${index},user,"${words(index, 200)}\n${words(index + 7, 200)}"\n`,
    );
    const packed = gzipSync(`conversation_id,speaker,text\n${rows.join('')}`);
    const path = await scratchFile('a.csv.gz', packed.subarray(0, Math.floor(packed.length / 2)));
    const { dialogues, rejects } = await collect(path, 'long-csv');
    expect(dialogues.length).toBeGreaterThan(100);
    expect(rejects).toMatchObject([
      { line: 2 + dialogues.length * 2, records: 1, reason: expect.stringContaining('ends early') },
    ]);
  });
});

describe('hostile values', () => {
  it('rejects what is nested too deep to be handled, or leaves the field out', async () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const line = (id: string, levels: number): string =>
      `{"id":"${id}","x":${deep(levels)},"turns":[{"speaker":"user","text":"a"}]}\n`;
    const path = await scratchFile(
      'a.jsonl',
      line('a', 50) + line('b', 5000) + line('c', 200_000) + dialogue('d'),
    );
    const { dialogues, warnings, rejects } = await collect(path, 'neutral');
    expect(dialogues.map(({ externalId }) => externalId)).toContain('d');
    expect(dialogues.length + rejects.length).toBe(4);
    expect(warnings.join()).toContain('nested more than');
    // Everything that was stored can also be written.
    expect(() => JSON.stringify(dialogues)).not.toThrow();
  });

  it('says in one sentence what is wrong with a file of nothing but brackets', async () => {
    for (const bracket of ['[', '{', '{"a":', '[{"a":[']) {
      const path = await scratchFile('a.json', bracket.repeat(Math.ceil(100_000 / bracket.length)));
      const said = await previewFile(path).then(
        ({ reason }) => reason,
        (error: unknown) => (error instanceof FormatError ? error.message : String(error)),
      );
      expect(said).toMatch(/is (?:not )?JSON, but has no dialogues|neither JSON nor a table/);
    }
  });

  it('keeps NUL and control characters of a table from spreading', async () => {
    const path = await scratchFile(
      'a.csv',
      `conversation_id,speaker,text\n1,user,${'plain text '.repeat(20)}\n1,agent,a\0b\x1b[31m\n`,
    );
    const { dialogues, warnings } = await collect(path, 'long-csv');
    expect(dialogues[0].utterances[1].text).toBe('a\ufffdb\x1b[31m');
    expect(warnings.join()).toContain('NUL');
  });
});

describe('a cancelled import', () => {
  const rows = `conversation_id,speaker,text\n${Array.from({ length: 200_000 }, (_, index) => `${index % 5000},user,some text here\n`).join('')}`;
  const tweets = `tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id\n${Array.from({ length: 100_000 }, (_, index) => `${index},7,True,,some text,,\n`).join('')}`;
  const lines = Array.from({ length: 20_000 }, (_, index) => dialogue(String(index))).join('');
  const chats = Array.from({ length: 20_000 }, () => '{"messages":[{"role":"user","content":"x"}]}\n').join(
    '',
  );

  const cases: [ImportFormat, string][] = [
    ['long-csv', rows],
    ['twcs', tweets],
    ['neutral', lines],
    ['chat-jsonl', chats],
  ];

  it.each(cases)('stops with the reason given and closes the file (%s)', async (format, content) => {
    const path = await scratchFile('a', content);
    const open = async (): Promise<number> =>
      process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0;
    const before = await open();
    for (const stopAfter of [0, 1, 5]) {
      const controller = new AbortController();
      const reason = new Error('enough');
      let progress = 0;
      let afterStop = 0;
      const options = {
        map: null,
        brand: null,
        signal: controller.signal,
        onProgress: () => {
          if (++progress === stopAfter) controller.abort(reason);
        },
      };
      if (stopAfter === 0) controller.abort(reason);
      const drain = async (): Promise<void> => {
        for await (const _ of readDialogues(path, format, options))
          if (controller.signal.aborted) afterStop++;
      };
      await expect(drain()).rejects.toBe(reason);
      expect(afterStop).toBeLessThan(5000);
    }
    // Gives the handles time to close.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await open()).toBeLessThanOrEqual(before + 1);
  });

  it('gives other work its turn while it reads', async () => {
    const path = await scratchFile('a', rows);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const events: ImportEvent['kind'][] = [];
    for await (const { kind } of readDialogues(path, 'long-csv', {
      map: null,
      brand: null,
      signal: new AbortController().signal,
    }))
      events.push(kind);
    clearInterval(timer);
    expect(events.at(-1)).toBe('end');
    expect(turns).toBeGreaterThan(5);
  });
});

describe('lines without end', () => {
  const HEADER = 'conversation_id,speaker,text\n';

  it('a stray quote before 250,000 short lines costs one line', async () => {
    const path = await scratchFile('a.csv', `${HEADER}1,user,"open\n${',,\n'.repeat(250_000)}2,user,Hello\n`);
    const { dialogues, rejects } = await collect(path, 'long-csv');
    expect(dialogues.map(({ externalId }) => externalId)).toEqual(['2']);
    expect(rejects.map(({ line }) => line)).toEqual([2]);
  });

  it('a gzip of line ends stops at the limit that it names', async () => {
    for (const [name, format] of [
      ['a.csv.gz', 'long-csv'],
      ['a.jsonl.gz', 'neutral'],
    ] as const) {
      const start = format === 'neutral' ? dialogue('1') : `${HEADER}1,user,Hello\n`;
      const path = await scratchFile(name, gzipSync(`${start}${'\r\n'.repeat(30_000_000)}`, { level: 1 }));
      await expect(collect(path, format)).rejects.toMatchObject({
        code: 'EMPTY_LINES',
        message: expect.stringContaining('2,000,000 empty lines'),
      });
    }
  });
});
