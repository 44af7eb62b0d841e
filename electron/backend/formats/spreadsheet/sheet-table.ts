import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inThread } from '../../workers/in-thread.ts';
import { FormatError, namedAs } from '../bytes/format-error.ts';
import { insideWorkbook, zipEntries } from '../bytes/zip.ts';
import type { ImportEvent, ReadOptions } from '../reading/reading.ts';
import { sheetNames } from './sheet-names.ts';

/** Limits for unpacking, in bytes and relative to the packed size. A larger workbook would be an attack on memory. */
const LARGEST_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;
const SAVE_AGAIN =
  'Open the workbook in Excel or LibreOffice and save it again as .xlsx, or save the sheet as CSV (UTF-8) and import that.';

export interface SheetTable {
  readonly path: string;
  remove(): Promise<void>;
  named(error: unknown): unknown;
  told(event: ImportEvent): ImportEvent;
}

/**
 * Reads a sheet (a path from `sheetsOf`) in a thread; null for other paths. @throws FormatError if the sheet is missing
 * or cannot be read
 */
export async function sheetTable(
  path: string,
  { signal, scratch }: Pick<ReadOptions, 'signal' | 'scratch'>,
): Promise<SheetTable | null> {
  const place = insideWorkbook(path);
  if (place === null) return null;
  const { archive: workbook, name: sheet } = place;
  requireSheet(path, workbook, sheet);
  const folder = await mkdtemp(scratch ?? join(tmpdir(), 'dialogram-sheet-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const out = join(folder, 'sheet.csv');
  try {
    await inThread('sheet', 'writeSheet', [workbook, sheet, out], { signal });
  } catch (error) {
    await remove();
    signal.throwIfAborted();
    const why = error instanceof Error ? wordsOf(error.message) : String(error);
    throw new FormatError('CANNOT_READ', path, `${titleOf(path)} cannot be read: ${why}.`, SAVE_AGAIN, error);
  }
  return {
    path: out,
    remove,
    named: (error) => namedAs(error, out, titleOf(path), path),
    told: (event) => tellOfRow(event, sheet),
  };
}

function titleOf(path: string): string {
  const place = insideWorkbook(path);
  return place ? `Sheet "${place.name}" of "${basename(place.archive)}"` : `"${path}"`;
}

function requireSheet(path: string, workbook: string, sheet: string): void {
  const names = sheetNames(workbook);
  if (names === null) {
    const found = `The workbook "${workbook}" cannot be read.`;
    throw new FormatError('CANNOT_READ', path, found, SAVE_AGAIN);
  }
  if (!names.includes(sheet)) {
    const have = names.map((name) => `"${name}"`).join(', ');
    const nextStep = `Choose one of these sheets: ${have}.`;
    throw new FormatError('CANNOT_READ', path, `"${basename(workbook)}" has no sheet "${sheet}".`, nextStep);
  }
  const bytes = (zipEntries(workbook) ?? []).reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (bytes > LARGEST_UNPACKED_BYTES) {
    const found = `"${basename(workbook)}" unpacks to more than 2 GB.`;
    throw new FormatError('CANNOT_READ', path, found, 'Save the sheet as CSV (UTF-8) and import that.');
  }
}

/** Translates the package's error about a cell, such as "<c/> at row 5, col 3: VALUE_INVALID". */
function wordsOf(message: string): string {
  const cell = /<c\/> at row (\d+),? col (\d+): (\w+)/.exec(message);
  if (!cell) return message.replace(/[.\s]+$/, '');
  const [, row, column, fault] = cell;
  return `the cell ${columnName(Number(column))}${row} is damaged (${fault?.toLowerCase().replaceAll('_', ' ')})`;
}

function columnName(number: number): string {
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

function tellOfRow(event: ImportEvent, sheet: string): ImportEvent {
  if (event.kind === 'warning') return { ...event, message: rowsFor(event.message) };
  if (event.kind === 'reject') {
    const reason = rowsFor(event.reason);
    const own = `Row ${event.line} `;
    return {
      ...event,
      reason: reason.startsWith(own)
        ? `${own}of sheet "${sheet}" ${reason.slice(own.length)}`
        : `Sheet "${sheet}", row ${event.line}: ${reason}`,
      excerpt: event.excerpt.replaceAll('\r', '\n'),
    };
  }
  if (event.kind !== 'dialogue') return event;
  const utterances = event.dialogue.utterances.map((utterance) => ({
    ...utterance,
    text: utterance.text.replaceAll('\r', '\n'),
  }));
  return { ...event, dialogue: { ...event.dialogue, utterances } };
}

/** Replaces "line" by "row" in a text, because readers report lines. */
const rowsFor = (text: string): string =>
  text.replace(/^Line (?=\d)/, 'Row ').replace(/\b(is|at|in|of) line (?=\d)/g, '$1 row ');
