import { chmod, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile, scratchFolder } from '../../../../tests/fixtures/formats/collect.ts';
import { detectFormat } from '../detect.ts';
import { openBytes } from './bytes.ts';
import { readFailure } from './format-error.ts';
import { filesInZip } from './zip.ts';

const signal = new AbortController().signal;

async function contentOf(path: string): Promise<{ bytes: Buffer; ending: string; compressed: boolean }> {
  const source = await openBytes(path, { signal });
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), ending: source.ending, compressed: source.compressed };
}

function noise(length: number): Buffer {
  let state = 12345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return 33 + ((state >>> 16) % 90);
    }),
  );
}

describe('openBytes', () => {
  it('unpacks gzip by its first bytes, whatever the name', async () => {
    const text = noise(300_000);
    const packed = await contentOf(await scratchFile('a.txt', gzipSync(text)));
    expect(packed).toMatchObject({ ending: 'whole', compressed: true });
    expect(packed.bytes.equals(text)).toBe(true);
    const plain = await contentOf(await scratchFile('b.gz', text));
    expect(plain).toMatchObject({ ending: 'whole', compressed: false });
    expect(plain.bytes.equals(text)).toBe(true);
  });

  it('unpacks several gzip members one after the other', async () => {
    const path = await scratchFile('a.gz', Buffer.concat([gzipSync('one '), gzipSync('two')]));
    expect((await contentOf(path)).bytes.toString()).toBe('one two');
  });

  it.each([0.2, 0.5, 0.9])('hands over everything before the cut of a gzip cut at %f', async (share) => {
    const text = noise(400_000);
    const packed = gzipSync(text);
    const path = await scratchFile('a.gz', packed.subarray(0, Math.floor(packed.length * share)));
    const { bytes, ending } = await contentOf(path);
    expect(ending).toBe('cut');
    expect(bytes.equals(text.subarray(0, bytes.length))).toBe(true);
    expect(bytes.length).toBeGreaterThan(text.length * share - 40_000);
  });

  it('says that a gzip lacks only its end', async () => {
    const packed = gzipSync('a line\n');
    const path = await scratchFile('a.gz', packed);
    await truncate(path, packed.length - 4);
    expect(await contentOf(path)).toMatchObject({ ending: 'cut', bytes: Buffer.from('a line\n') });
  });

  it('says that gzip data is damaged', async () => {
    const packed = gzipSync(noise(200_000));
    packed.fill(0xff, 100_000, 100_200);
    expect(() => gunzipSync(packed)).toThrow();
    expect((await contentOf(await scratchFile('a.gz', packed))).ending).toBe('damaged');
  });

  it('names a missing file, a folder, and a file that may not be read', async () => {
    const folder = scratchFolder();
    await expect(openBytes(join(folder, 'none.csv'), { signal })).rejects.toMatchObject({
      code: 'CANNOT_READ',
      message: expect.stringContaining('no file'),
    });
    await expect(openBytes(folder, { signal })).rejects.toMatchObject({
      code: 'CANNOT_READ',
      message: expect.stringContaining('is a folder'),
    });
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    expect(readFailure('/x', denied)).toMatchObject({
      code: 'CANNOT_READ',
      message: expect.stringContaining('you do not have permission'),
    });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'refuses a file without permission (skipped for root, who may read everything)',
    async () => {
      const path = await scratchFile('a.csv', 'x');
      await chmod(path, 0o000);
      await expect(openBytes(path, { signal })).rejects.toMatchObject({ code: 'CANNOT_READ' });
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'closes the file when the reader leaves early (reads /proc)',
    async () => {
      const path = await scratchFile('a.txt', '');
      await writeFile(path, noise(600_000));
      const before = (await readdir('/proc/self/fd')).length;
      for (let time = 0; time < 20; time++) {
        const source = await openBytes(path, { signal });
        for await (const _ of source.chunks()) break;
      }
      expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 10);
    },
  );
});

/** Returns a ZIP archive as other programs write it: each packed file after its own header, and a list at the end. */
function zipOf(files: Readonly<Record<string, Buffer>>, { large = false, flags = 0 } = {}): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(large ? 0xffffffff : packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(large ? 0xffffffff : offset, 42);
    const extra = Buffer.alloc(large ? 25 : 0);
    if (large) {
      // Programs write another field before it: the times.
      extra.writeUInt16LE(0x5455, 0);
      extra.writeUInt16LE(1, 2);
      extra.writeUInt16LE(1, 5);
      extra.writeUInt16LE(16, 7);
      extra.writeBigUInt64LE(BigInt(packed.length), 9);
      extra.writeBigUInt64LE(BigInt(offset), 17);
      entry.writeUInt16LE(extra.length, 30);
    }
    pieces.push(head, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name), extra);
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(list);
  const count = Object.keys(files).length;
  const largeEnd = Buffer.alloc(large ? 76 : 0);
  if (large) {
    largeEnd.writeUInt32LE(0x06064b50, 0);
    largeEnd.writeBigUInt64LE(BigInt(count), 32);
    largeEnd.writeBigUInt64LE(BigInt(listed.length), 40);
    largeEnd.writeBigUInt64LE(BigInt(offset), 48);
    largeEnd.writeUInt32LE(0x07064b50, 56);
    largeEnd.writeBigUInt64LE(BigInt(offset + listed.length), 64);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(large ? 0xffffffff : listed.length, 12);
  end.writeUInt32LE(large ? 0xffffffff : offset, 16);
  return Buffer.concat([...pieces, listed, largeEnd, end]);
}

describe('packed files', () => {
  const lines = `${JSON.stringify({ id: 'a', turns: [{ speaker: 'user', text: 'Hi' }] })}\n`;

  it('reads what is in a ZIP archive, each file by a path of its own', async () => {
    const path = await scratchFile(
      'export.zip',
      zipOf({
        'b/two.jsonl': Buffer.from(lines),
        'one.jsonl': Buffer.from(lines),
        '__MACOSX/x': Buffer.from('x'),
      }),
    );
    expect(filesInZip(path)).toEqual([`${path}!/b/two.jsonl`, `${path}!/one.jsonl`]);
    for (const inside of filesInZip(path) ?? []) {
      expect((await detectFormat(inside)).format).toBe('neutral');
      expect((await collect(inside, 'neutral')).dialogues).toHaveLength(1);
    }
    await expect(detectFormat(`${path}!/three`)).rejects.toMatchObject({ code: 'CANNOT_READ' });
    expect(
      filesInZip(await scratchFile('book.zip', zipOf({ '[Content_Types].xml': Buffer.from('x') }))),
    ).toBeNull();
    expect(filesInZip(await scratchFile('broken.zip', 'PK\x03\x04 and no more'))).toBeNull();
  });

  it('reads a ZIP archive that gives its sizes in 64 bits, and refuses one whose files lie over each other', async () => {
    const files = { 'one.jsonl': Buffer.from(lines), 'two.jsonl': Buffer.from(lines) };
    const path = await scratchFile('large.zip', zipOf(files, { large: true }));
    expect(filesInZip(path)).toEqual([`${path}!/one.jsonl`, `${path}!/two.jsonl`]);
    expect((await collect(`${path}!/two.jsonl`, 'neutral')).dialogues).toHaveLength(1);
    const over = zipOf({ 'a.jsonl': noise(40_000) });
    const at = over.indexOf('PK\x01\x02', 0, 'latin1');
    over.writeUInt32LE(over.length + 1, at + 20);
    expect(filesInZip(await scratchFile('over.zip', over))).toBeNull();
  });

  it('names what is locked in a ZIP archive, and the next step', async () => {
    const path = await scratchFile('locked.zip', zipOf({ 'one.jsonl': Buffer.from(lines) }, { flags: 1 }));
    const [inside] = filesInZip(path) ?? [];
    await expect(detectFormat(inside ?? '')).rejects.toMatchObject({
      message: '"one.jsonl" is protected by a password.',
      nextStep: expect.stringContaining('Unpack the archive'),
    });
  });

  it('reads Zstandard, and says where one ends early', async () => {
    const many = Array.from({ length: 9000 }, (_, at) =>
      lines.replace('"a"', `"${at}-${Math.sin(at)}"`),
    ).join('');
    const packed = zstdCompressSync(many);
    const whole = await scratchFile('a.jsonl.zst', packed);
    expect((await collect(whole, 'neutral')).dialogues).toHaveLength(9000);
    const cut = await collect(await scratchFile('a.zst', packed.subarray(0, packed.length / 2)), 'neutral');
    expect(cut.rejects.at(-1)?.reason).toMatch(/The Zstandard data (?:ends early|is damaged) at line/);
  });

  it('refuses what unpacks to a thousand times its size and more', async () => {
    const bomb = await scratchFile('a.zst', zstdCompressSync(Buffer.alloc(300 * 1024 * 1024, 'a b\n')));
    await expect(collect(bomb, 'long-csv')).rejects.toMatchObject({
      name: 'FormatError',
      message: expect.stringContaining('1100 times its size'),
    });
  });
});
