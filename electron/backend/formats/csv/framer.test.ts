import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, readLines } from '../bytes/lines.ts';
import { CsvFramer, type CsvItem } from './framer.ts';

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function itemsOf(
  text: string,
  delimiter = ',',
  chunk = 1 << 20,
  limitBytes?: number,
): Promise<CsvItem[]> {
  const framer = new CsvFramer(delimiter);
  const items: CsvItem[] = [];
  for await (const lines of readLines(chunked(Buffer.from(text), chunk), { limitBytes }))
    items.push(...framer.push(lines as Line[]));
  return [...items, ...framer.finish()];
}

const rowsOf = (items: readonly CsvItem[]): (readonly string[])[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
const rejectsOf = (items: readonly CsvItem[]): [number, string][] =>
  items.flatMap((item) => (item.kind === 'reject' ? [[item.line, item.reason] as [number, string]] : []));

function written(
  rows: readonly (readonly string[])[],
  delimiter: string,
  newline: string,
  eager: boolean,
): string {
  const cell = (text: string): string =>
    eager || text.includes(delimiter) || /["\r\n]/.test(text) || text === ''
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return rows.map((row) => row.map(cell).join(delimiter) + newline).join('');
}

describe('CsvFramer', () => {
  it('reads back any table, however it was written and chunked', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '|', '\n', '\r\n', 'é', '😀', "'", '\\'),
    });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 12 }));
    const delimiter = fc.constantFrom(',', ';', '\t', '|');
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiter,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (rows, by, newline, eager, chunk) => {
          const items = await itemsOf(written(rows, by, newline, eager), by, chunk);
          expect(rowsOf(items)).toEqual(rows);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('numbers records by the line they begin in', async () => {
    const items = await itemsOf('a,b\n"1\n2",x\n\n3,"y\r\nz"\n4,5\n');
    expect(items.map(({ line }) => line)).toEqual([1, 2, 5, 7]);
    expect(rowsOf(items)[2]).toEqual(['3', 'y\r\nz']);
  });

  it('loses one line to a quote that never closes', async () => {
    const items = await itemsOf('a,b\n1,"open\n2,x\n3,"fine, too"\n4,"two\nlines"\n');
    expect(rejectsOf(items)).toEqual([[2, expect.stringContaining('Line 2 has')]]);
    expect(rowsOf(items)).toEqual([
      ['a', 'b'],
      ['2', 'x'],
      ['3', 'fine, too'],
      ['4', 'two\nlines'],
    ]);
  });

  it('loses one line to it also where it is the last', async () => {
    const items = await itemsOf('a,b\n1,x\n2,"open');
    expect(rejectsOf(items)).toEqual([[3, expect.stringContaining('never closes')]]);
    expect(rowsOf(items)).toHaveLength(2);
  });

  it('does not look for the end of a quote through the whole file', async () => {
    const rest = Array.from({ length: 60_000 }, (_, index) => `${index},some words to fill the line`);
    const items = await itemsOf(`a,b\n1,"open\n${rest.join('\n')}\n`, ',', 1 << 16);
    expect(rejectsOf(items).map(([line]) => line)).toEqual([2]);
    expect(rowsOf(items)).toHaveLength(rest.length + 1);
  });

  it('takes stray quotes as they stand where the cells add up', async () => {
    const items = await itemsOf('a,b\n1,he said "hi" to me\n2,5" disk\n3,"x"\n');
    expect(rowsOf(items)).toEqual([
      ['a', 'b'],
      ['1', 'he said "hi" to me'],
      ['2', '5" disk'],
      ['3', 'x'],
    ]);
  });

  it('rejects a line whose quotes leave the wrong number of cells', async () => {
    const items = await itemsOf('a,b\n1,"x" y, "z"\n2,y\n');
    expect(rejectsOf(items)).toEqual([[2, expect.stringContaining('text after a closing quote')]]);
    expect(rowsOf(items)).toHaveLength(2);
  });

  it('rejects a line over the limit, also inside an open quote, and goes on', async () => {
    const long = 'x'.repeat(200);
    const items = await itemsOf(`a,b\n1,${long}\n2,"open\n${long}\n3,y\n`, ',', 30, 100);
    expect(rejectsOf(items).map(([line]) => line)).toEqual([2, 3, 4]);
    expect(rowsOf(items)).toEqual([
      ['a', 'b'],
      ['3', 'y'],
    ]);
  });

  it('accounts for every line of any text once: in a record or in a reject', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '""', '",', ',"', 'bc\n'),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (content, chunk) => {
        const items = await itemsOf(`h,k\n${content}`, ',', chunk);
        const lines = content.split('\n');
        if (lines.at(-1) === '') lines.pop();
        const starts = items.map(({ line }) => line);
        expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other));
        const spanned = items.flatMap((item) => {
          const breaks = item.kind === 'row' ? item.cells.join('').split('\n').length - 1 : 0;
          return Array.from({ length: breaks + 1 }, (_, index) => item.line + index);
        });
        const blank = lines.flatMap((line, index) => (/^ *$/.test(line) ? [index + 2] : []));
        expect(new Set([...spanned, ...blank])).toEqual(new Set([1, ...lines.map((_, index) => index + 2)]));
        expect(spanned.length).toBe(new Set(spanned).size);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same records whatever the chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, chunk) => {
        expect(await itemsOf(`h,k\n${content}`, ',', chunk)).toEqual(await itemsOf(`h,k\n${content}`));
      }),
    );
  });
});
