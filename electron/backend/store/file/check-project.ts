import { existsSync, readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { compareWithSums } from './page-sums.ts';

// The layout of a write-ahead log: https://www.sqlite.org/fileformat.html, section 4.
const HEADER_BYTES = 32;
const FRAME_BYTES = 24;
const MAGIC = 0x377f0682;

interface LogFrames {
  /** For each page number, where in `bytes` the newest committed content of the page is. */
  readonly pages: ReadonlyMap<number, number>;
  readonly bytes: Buffer;
  /** True if readable transactions follow an unreadable place, which SQLite would skip without a message. */
  readonly isDamaged: boolean;
}

/** Reads the write-ahead log of a project; null if it is missing or empty. */
export function readLog(path: string): LogFrames | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(`${path}-wal`);
  } catch {
    return null;
  }
  const pages = new Map<number, number>();
  if (bytes.length < HEADER_BYTES + FRAME_BYTES) return null;
  const magic = bytes.readUInt32BE(0);
  const isBig = (magic & 1) === 1;
  const begun = sumOf(bytes, 0, 24, [0, 0], isBig);
  if ((magic & ~1) !== MAGIC || begun[0] !== bytes.readUInt32BE(24) || begun[1] !== bytes.readUInt32BE(28))
    return { pages, bytes, isDamaged: true };
  const pageSize = bytes.readUInt32BE(8);
  const frame = FRAME_BYTES + pageSize;
  const ofThisLog = (at: number): boolean => bytes.compare(bytes, 16, 24, at + 8, at + 16) === 0;
  let sum = begun;
  let at = HEADER_BYTES;
  let open: [number, number][] = [];
  for (; at + frame <= bytes.length; at += frame) {
    sum = sumOf(bytes, at, at + 8, sum, isBig);
    sum = sumOf(bytes, at + FRAME_BYTES, at + frame, sum, isBig);
    const isWhole =
      ofThisLog(at) && sum[0] === bytes.readUInt32BE(at + 16) && sum[1] === bytes.readUInt32BE(at + 20);
    if (!isWhole) break;
    open.push([bytes.readUInt32BE(at), at + FRAME_BYTES]);
    if (bytes.readUInt32BE(at + 4) === 0) continue;
    for (const [page, place] of open) pages.set(page, place);
    open = [];
  }
  let isDamaged = false;
  for (at += frame; at + frame <= bytes.length && !isDamaged; at += frame)
    isDamaged = ofThisLog(at) && bytes.readUInt32BE(at + 4) !== 0;
  return { pages, bytes, isDamaged };
}

type Sum = readonly [number, number];

function sumOf(bytes: Buffer, from: number, to: number, [before, beforeToo]: Sum, isBig: boolean): Sum {
  let one = before;
  let other = beforeToo;
  for (let at = from; at < to; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + other) >>> 0;
    other = (other + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, other];
}

interface CheckResult {
  /** `sums`: every byte was compared with stored checksums; `structure`: SQLite checked the structure. */
  readonly by: 'sums' | 'structure';
  readonly damage: readonly string[];
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Undoes a write without a log that a crash interrupted. Connections that only read cannot do it. */
function undoInterrupted(path: string): void {
  try {
    const database = new Database(path, { fileMustExist: true });
    try {
      database.pragma('user_version');
    } finally {
      database.close();
    }
  } catch {
    // The check says what is wrong.
  }
}

/**
 * Looks for damage in a locked, closed project, without changing it. After a crash there are no checksums, so only
 * SQLite's check of the structure runs, which does not notice a changed letter.
 */
export async function checkProject(path: string): Promise<CheckResult> {
  const hasLog = bytesOf(`${path}-wal`) > 0;
  if (!hasLog && existsSync(`${path}-journal`)) undoInterrupted(path);
  if (!hasLog && !existsSync(`${path}-journal`)) {
    const compared = await compareWithSums(path);
    if (compared !== 'unknown') {
      const { changed, pages } = compared;
      if (changed.length === 0) return { by: 'sums', damage: [] };
      return {
        by: 'sums',
        damage: [
          `${changed.length} of its ${formatAmount(pages, 'page')} ${changed.length === 1 ? 'is' : 'are'} not as Dialogram saved ${changed.length === 1 ? 'it' : 'them'}`,
        ],
      };
    }
  }
  if (hasLog && readLog(path)?.isDamaged)
    return { by: 'structure', damage: ['some of the most recent changes cannot be read'] };
  return { by: 'structure', damage: await structuralFaults(path) };
}

/** Returns the faults that SQLite finds in pages, rows, indexes and references. Other connections may be open. */
export async function structuralFaults(path: string, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    return await readInThread(path, 'integrity', 'faultsIn', [], { signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // With some damage, SQLite stops instead of reporting it.
    if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR|FORMAT)/.test(code)) return ['its tables cannot be read'];
    throw error;
  }
}
