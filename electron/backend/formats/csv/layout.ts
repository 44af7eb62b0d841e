import type { FileHead } from '../bytes/head.ts';
import type { Line } from '../bytes/lines.ts';
import { CsvFramer } from './framer.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_ROWS = 200;
const PREVIEW_ROWS = 100;
/** Enough lines to distinguish delimiters. Trying four delimiters on more lines would block the thread. */
const SNIFF_LINES = 300;

export interface CsvLayout {
  readonly path: string;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly headerLine: number;
  /** The first rows after the header, without a row that the head of the file cuts off. */
  readonly sample: readonly (readonly string[])[];
}

/**
 * Finds the delimiter that gives most rows as many cells as the header has; ties go to more cells. A first line `sep=;`
 * decides at once.
 */
export function layoutOf(head: FileHead, delimiter?: string): CsvLayout {
  const lines = headLines(head, SNIFF_LINES);
  const told = delimiter ?? separatorLine(lines[0]);
  if (told) return parsedWith(head.path, told, lines);
  const layouts = DELIMITERS.map((candidate) => parsedWith(head.path, candidate, lines));
  return layouts.reduce((best, other) =>
    (regularity(other) - regularity(best) || other.columns.length - best.columns.length) > 0 ? other : best,
  );
}

/** Returns the bytes of the head up to the end of row 100, so that no cell is cut. */
export function firstRecords(head: FileHead, delimiter: string): Buffer {
  const framer = new CsvFramer(delimiter);
  const lines = headLines(head);
  let rows = 0;
  for (let start = 0; start < lines.length; start += SNIFF_LINES) {
    const items = framer.push(lines.slice(start, start + SNIFF_LINES));
    const after = items[PREVIEW_ROWS + 1 - rows];
    if (after) return head.bytes.subarray(0, after.offset);
    rows += items.length;
  }
  const open = head.whole ? null : framer.abandon();
  return head.bytes.subarray(0, open?.offset ?? endOf(lines));
}

export function wholeLines(head: FileHead): Buffer {
  return head.bytes.subarray(0, endOf(headLines(head)) || head.bytes.length);
}

function endOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last ? last.offset + last.length + (last.terminated ? 1 : 0) : 0;
}

function separatorLine(line: Line | undefined): string | null {
  return /^sep=(.)$/i.exec(line?.bytes?.toString('utf8') ?? '')?.[1] ?? null;
}

function parsedWith(path: string, delimiter: string, lines: readonly Line[]): CsvLayout {
  const framer = new CsvFramer(delimiter);
  const whole = framer.push(lines).filter((item) => item.kind === 'row');
  const rows = whole.length > 0 ? whole : framer.finish().filter((item) => item.kind === 'row');
  const start = rows[0] && separatorLine(lines[0]) ? 1 : 0;
  const header = rows[start];
  return {
    path,
    delimiter,
    columns: columnNames(header?.cells ?? []),
    headerLine: header?.line ?? 1,
    sample: rows.slice(start + 1, start + 1 + SAMPLE_ROWS).map(({ cells }) => cells),
  };
}

/** Returns the names of columns: trimmed, none empty, and no name twice. */
function columnNames(cells: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim() || `column ${index + 1}`;
    names.push(names.includes(name) ? `${name} (${index + 1})` : name);
  }
  return names;
}

/** Returns the share of sample rows with as many cells as the header; 0 for a single column. */
export function regularity({ columns, sample }: CsvLayout): number {
  if (columns.length < 2) return 0;
  if (sample.length === 0) return 0.5;
  return sample.filter((cells) => cells.length === columns.length).length / sample.length;
}

/** Returns the lines of the head, without the last one if it may be incomplete. */
function headLines(head: FileHead, limit = Number.POSITIVE_INFINITY): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < head.bytes.length && lines.length < limit) {
    const found = head.bytes.indexOf(head.newline, start);
    if (found < 0 && !head.whole) break;
    const end = found < 0 ? head.bytes.length : found;
    const carriageReturn = head.newline === 0x0a && end > start && head.bytes[end - 1] === 0x0d;
    const bytes = head.bytes.subarray(start, carriageReturn ? end - 1 : end);
    const number = lines.length + 1;
    lines.push({
      number,
      offset: start,
      bytes,
      carriageReturn,
      terminated: found >= 0,
      length: end - start,
      head: '',
    });
    start = end + 1;
  }
  return lines;
}
