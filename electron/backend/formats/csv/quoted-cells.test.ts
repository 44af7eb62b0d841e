import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quotedCells } from './framer.ts';

/** Returns a record as csv-parse reads it; null unless it is exactly one record. */
function parsed(record: string, delimiter: string): string[] | null {
  try {
    const rows: string[][] = parse(record, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return rows.length === 1 ? (rows[0] ?? null) : null;
  } catch {
    return null;
  }
}

it('reads what csv-parse reads, and nothing else', () => {
  const record = fc.string({
    unit: fc.constantFrom('a', '"', '""', ',', ',"', '",', '";"', ';', ' ', '\r', '\n', 'é', '😀'),
    minLength: 1,
  });
  fc.assert(
    fc.property(record, fc.constantFrom(',', ';'), (text, delimiter) => {
      // The line end after the last row is not part of the text.
      fc.pre(!text.endsWith('\n'));
      expect(quotedCells(text, delimiter)).toEqual(parsed(text, delimiter));
    }),
    { numRuns: 2000 },
  );
});

it('keeps empty cells, doubled quotes and line ends in quotes', () => {
  expect(quotedCells('"a ""b""","",,"c\n,d",', ',')).toEqual(['a "b"', '', '', 'c\n,d', '']);
  expect(quotedCells('""', ',')).toEqual(['']);
  for (const broken of ['"a', '"a"b,c', 'a"b",c', ' "a"', '"""']) expect(quotedCells(broken, ',')).toBeNull();
});
