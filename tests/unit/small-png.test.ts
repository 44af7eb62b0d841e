import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { smallPng } from '../../scripts/small-png.mjs';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

function chunk(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), body, Buffer.alloc(4)]);
}

function png(width: number, rows: readonly (readonly number[])[], depth = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([depth, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixels(picture: Buffer): number[][] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < picture.length; at += picture.readUInt32BE(at) + 12) {
    chunks.set(
      picture.toString('latin1', at + 4, at + 8),
      picture.subarray(at + 8, at + 8 + picture.readUInt32BE(at)),
    );
  }
  const width = chunks.get('IHDR')?.readUInt32BE(0) ?? 0;
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const places = [...rows].filter((_, at) => at % (width + 1) !== 0);
  return places.map((place) => [...palette.subarray(place * 3, place * 3 + 3)]);
}

describe('smallPng', () => {
  it('keeps every color of a picture with few colors', () => {
    const picture = png(2, [
      [0, 255, 0, 0, 0, 255, 0],
      [0, 0, 0, 255, 255, 0, 0],
    ]);
    expect(pixels(smallPng(picture))).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 0, 0],
    ]);
  });

  it('decodes all five filters', () => {
    const same = [10, 20, 30, 10, 20, 30];
    const picture = png(2, [
      [0, ...same],
      [1, 10, 20, 30, 0, 0, 0],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 0, 0, 0],
      [4, 0, 0, 0, 0, 0, 0],
    ]);
    expect(pixels(smallPng(picture))).toEqual(Array.from({ length: 10 }, () => [10, 20, 30]));
  });

  it('reduces many colors to near ones, and keeps the frequent ones exact', () => {
    const row = Array.from({ length: 1024 }, (_, x) => [x % 256, (x * 7) % 256, x >> 2]);
    const plain = Array.from({ length: 1024 }, () => [1, 2, 3]);
    const found = pixels(
      smallPng(
        png(1024, [
          [0, ...row.flat()],
          [0, ...plain.flat()],
        ]),
      ),
    );
    expect(new Set(found.map(String)).size).toBeLessThanOrEqual(256);
    expect(found.slice(1024).every((colour) => String(colour) === '1,2,3')).toBe(true);
    const farthest = Math.max(
      ...row.map((colour, x) => Math.hypot(...colour.map((value, at) => value - found[x][at]))),
    );
    expect(farthest).toBeLessThan(64);
  });

  it('rejects anything but a screenshot', () => {
    expect(() => smallPng(png(1, [[0, 0, 0, 0, 0, 0, 0]], 16))).toThrow('not a screenshot');
  });
});
