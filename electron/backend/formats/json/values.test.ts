import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line } from '../bytes/lines.ts';
import { readJsonValues, splitValues, topLevelKeys } from './values.ts';

async function valuesOf(text: string, chunk = 1 << 20, limit?: number): Promise<Line[]> {
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
  }
  const lines: Line[] = [];
  for await (const found of readJsonValues(chunks(), limit)) lines.push(...found);
  return lines;
}

describe('readJsonValues', () => {
  it('gives the elements of any array, however it is laid out and chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 1, max: 40 }),
        async (array, indent, chunk) => {
          const values = await valuesOf(JSON.stringify(array, null, indent), chunk);
          expect(values.map(({ bytes }) => JSON.parse(bytes?.toString() ?? ''))).toEqual(
            JSON.parse(JSON.stringify(array)),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives values that follow one another, with the line each begins in', async () => {
    const values = await valuesOf('{\n "a": "}"\n}\n{"b":[1,\n2]} {"c":"\\""}\n');
    expect(values.map(({ number, bytes }) => [number, JSON.parse(bytes?.toString() ?? '')])).toEqual([
      [1, { a: '}' }],
      [4, { b: [1, 2] }],
      [5, { c: '"' }],
    ]);
  });

  it('sets an element over the limit aside and goes on', async () => {
    const values = await valuesOf(`[{"a":"${'x'.repeat(500)}"},{"b":1}]`, 60, 100);
    expect(values.map(({ bytes }) => bytes?.toString() ?? null)).toEqual([null, '{"b":1}']);
  });

  it('says that the last element has no end', async () => {
    const values = await valuesOf('[{"a":1},{"b":');
    expect(values.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(splitValues(Buffer.from('[{"a":1},{"b":')).unfinished?.toString()).toBe('{"b":');
  });
});

describe('topLevelKeys', () => {
  it('names the keys of an object cut anywhere, not those inside', () => {
    const text = '{"id": "x\\"y: {", "turns": [{"speaker": "user", "te';
    expect(topLevelKeys(Buffer.from(text))).toEqual(['id', 'turns']);
  });
});
