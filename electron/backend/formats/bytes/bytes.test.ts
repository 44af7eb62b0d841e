import { chmod, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { scratchFile, scratchFolder } from '../testing.ts';
import { openBytes } from './bytes.ts';
import { readFailure } from './format-error.ts';

const signal = new AbortController().signal;

async function contentOf(path: string): Promise<{ bytes: Buffer; ending: string; compressed: boolean }> {
  const source = await openBytes(path, { signal });
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), ending: source.ending, compressed: source.compressed };
}

/** Text that gzip cannot shrink much, so that cutting the file cuts the text. */
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

  it('begins in the middle of a plain file', async () => {
    const source = await openBytes(await scratchFile('a.txt', '0123456789'), { signal, start: 4 });
    const chunks: Buffer[] = [];
    for await (const chunk of source.chunks()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('456789');
  });

  it('names a missing file, a folder, and a file that may not be read', async () => {
    const folder = await scratchFolder();
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
      message: expect.stringContaining('may not be read'),
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
