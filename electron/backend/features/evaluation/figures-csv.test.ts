import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../../output/csv.ts';

describe('a cell of a CSV', () => {
  it('is read back as it was, but for the apostrophe before what could be a formula', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [[cell]] = parse(`${csvCell(text)},x\r\n`, { relaxColumnCount: true }) as string[][];
        expect(cell).toBe(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
      }),
    );
  });

  it('never begins as a formula', () => {
    for (const text of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '=HYPERLINK("http://x","y")',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
    ]) {
      expect(csvCell(text).replace(/^"/, '')[0]).toBe("'");
    }
  });

  it('keeps numbers as numbers and nothing as nothing', () => {
    expect([csvCell(-1.5), csvCell(0), csvCell(true), csvCell(null)]).toEqual(['-1.5', '0', 'true', '']);
  });
});
