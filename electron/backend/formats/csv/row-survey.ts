import { excerptOf } from '../bytes/format-error.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import type { CsvItem } from './framer.ts';
import type { CsvLayout } from './layout.ts';
import type { CsvRow } from './regroup.ts';
import { readCsvRows } from './rows.ts';

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const FIRST_LENGTH = 1024;

/** A growing list of numbers outside the JavaScript heap. */
class NumberColumn<Kind extends Numbers> {
  #values: Kind;
  #length = 0;
  readonly #make: (length: number) => Kind;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#values = make(FIRST_LENGTH);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = this.#make(Math.ceil(this.#length * 1.5));
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Returns the numbers so far, which may be changed in place. Valid until the next push. */
  values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }
}

export const wholeNumbers = (): NumberColumn<Uint32Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Uint32Array(length));
export const flags = (): NumberColumn<Uint8Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Uint8Array(length));
export const doubles = (): NumberColumn<Float64Array<ArrayBuffer>> =>
  new NumberColumn((length) => new Float64Array(length));

const EMPTY_ROWS = 'rows without any content';

/** Accepts a row and returns null, or returns its problem as the rest of a sentence after "Line N". */
type TakeRow = (row: CsvRow) => string | null;

export class RowSurvey {
  readonly #lines = wholeNumbers();
  /** The number of rows that were read, whether imported or not. */
  records = 0;

  get lines(): Uint32Array {
    return this.#lines.values();
  }

  /** Reads the file once. Passes usable rows to `take` and yields the others as events. */
  async *run(
    reading: Reading,
    layout: CsvLayout,
    required: readonly number[],
    take: TakeRow,
  ): AsyncGenerator<ImportEvent, void, undefined> {
    const empty = { line: 0, records: 0 };
    for await (const items of readCsvRows(reading, { layout, progress: [0, 0.5], tally: reading.tally })) {
      for (const item of items) {
        if (item.kind === 'reject') {
          this.records += item.records;
          yield {
            kind: 'reject',
            line: item.line,
            reason: item.reason,
            excerpt: item.excerpt,
            records: item.records,
          };
          continue;
        }
        this.records++;
        if (item.cells.every(isBlank)) {
          if (empty.records++ === 0) empty.line = item.line;
          continue;
        }
        const fault = wrongWidth(item, layout, required) ?? take(item);
        if (fault === null) this.#lines.push(item.line);
        else yield rejectRow(item, fault);
      }
    }
    if (empty.records > 0) yield { kind: 'ignored', ...empty, reason: EMPTY_ROWS };
  }
}

function rejectRow(row: CsvRow, fault: string): ImportEvent {
  return {
    kind: 'reject',
    line: row.line,
    reason: `Line ${row.line} ${fault}`,
    excerpt: excerptOf(row.cells.join(' | ')),
    records: 1,
  };
}

/** Spreadsheets drop or add empty cells at the end of a row; other differences mean a broken row. */
function wrongWidth(
  item: CsvItem & { kind: 'row' },
  layout: CsvLayout,
  required: readonly number[],
): string | null {
  const { cells } = item;
  const width = layout.columns.length;
  const tooMany = cells.length > width && !cells.slice(width).every(isBlank);
  if (!tooMany && required.every((index) => index < cells.length)) return null;
  return `has ${cells.length} cells, but the header has ${width}. Put cells that contain ${JSON.stringify(layout.delimiter)} or quotes in quotes.`;
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}
