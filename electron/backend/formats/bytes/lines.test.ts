import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, type LineOptions, readLines } from './lines.ts';

async function* chunked(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer, void, undefined> {
  let start = 0;
  for (let turn = 0; start < bytes.length; turn++) {
    const size = sizes.length > 0 ? sizes[turn % sizes.length] : bytes.length;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

async function linesOf(text: string, sizes: readonly number[] = [], options?: LineOptions): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const found of readLines(chunked(Buffer.from(text), sizes), options)) lines.push(...found);
  return lines;
}

describe('readLines', () => {
  it('gives the lines whatever the chunks', async () => {
    const content = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '"', 'bc'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
        async (pieces, sizes) => {
          const text = pieces.join('');
          const lines = await linesOf(text, sizes);
          const expected = text.split('\n');
          if (expected.at(-1) === '') expected.pop();
          expect(lines.map(({ bytes }) => bytes?.toString())).toEqual(
            expected.map((line) => line.replace(/\r$/, '')),
          );
          expect(lines.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
          for (const { offset, length } of lines) {
            const whole = Buffer.from(text)
              .subarray(offset, offset + length)
              .toString();
            expect(whole).toBe(expected[lines.findIndex((line) => line.offset === offset)]);
          }
        },
      ),
    );
  });

  it('says which line has no end', async () => {
    const lines = await linesOf('a\r\nb');
    expect(lines.map(({ carriageReturn, terminated }) => [carriageReturn, terminated])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each([[[]], [[1]], [[3]], [[100]]])(
    'sets a line over the limit aside in chunks of %j and goes on',
    async (sizes) => {
      const long = 'x'.repeat(1000);
      const lines = await linesOf(`a\n${long}\nb\n`, sizes, { limitBytes: 500 });
      expect(lines.map(({ bytes, length }) => [bytes?.toString() ?? null, length])).toEqual([
        ['a', 1],
        [null, 1000],
        ['b', 1],
      ]);
      expect(lines[1].head).toBe('x'.repeat(200));
    },
  );

  it('takes a line of exactly the limit', async () => {
    const lines = await linesOf(`${'x'.repeat(50)}\n`, [7], { limitBytes: 50 });
    expect(lines[0].bytes?.length).toBe(50);
  });

  it('splits at carriage returns where a file has no line feeds', async () => {
    const lines = await linesOf('a\rb\r', [], { newline: 0x0d });
    expect(lines.map(({ bytes }) => bytes?.toString())).toEqual(['a', 'b']);
  });
});
