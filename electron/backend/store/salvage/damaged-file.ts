import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readLog } from '../file/log-frames.ts';
import { SCHEMA_VERSION } from '../file/migrate.ts';
import { hasSums, pageSizeIn, readSums } from '../file/page-sums.ts';

/** Reads a project file page by page without SQLite, which stops at the first damage. */
export interface DamagedFile {
  readonly pages: number;
  /** The usable bytes of a page; the rest is reserved. */
  readonly usable: number;
  /** The schema's version: as the header says, or as it was when the project was closed. */
  readonly version: number;
  /**
   * A page by its number, from 1; null if there is none. Uses the newest version, from the log if it has one.
   */
  page(number: number): Buffer | null;
  /** False for a page that is known not to be as it was saved. */
  isKept(number: number): boolean;
  /** Free pages. Their old content was deleted. */
  readonly free: ReadonlySet<number>;
  close(): void;
}

const HEADER_BYTES = 100;
const VERSION_AT = 60;
const FIRST_FREE_AT = 32;

/** Opens a project that is not open in this process. Nothing is written. */
export function openDamaged(path: string): DamagedFile {
  const file = openSync(path, 'r');
  const sums = readSums(path);
  const log = readLog(path);
  const bytes = fstatSync(file).size;
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(file, header, 0, HEADER_BYTES, 0);
  const pageSize = sums?.pageSize ?? pageSizeIn(header);
  const pages = Math.max(Math.ceil(bytes / pageSize), ...(log?.pages.keys() ?? []));
  const page = (number: number): Buffer | null => {
    const inLog = log?.pages.get(number);
    if (inLog !== undefined) return log?.bytes.subarray(inLog, inLog + pageSize) ?? null;
    if (number < 1 || number > pages) return null;
    const found = Buffer.alloc(pageSize);
    return readSync(file, found, 0, pageSize, (number - 1) * pageSize) === 0 ? null : found;
  };
  const first = page(1);
  const isSummed = log === null && hasSums(path);
  const isKept = (number: number): boolean => {
    const content = page(number);
    return content !== null && (!isSummed || crc32(content) === sums?.sums[number - 1]);
  };
  const said = first?.readUInt32BE(VERSION_AT) ?? 0;
  const isVersion = said >= 1 && said <= SCHEMA_VERSION;
  return {
    pages,
    usable: pageSize,
    version: isKept(1) && isVersion ? said : (sums?.version ?? (isVersion ? said : SCHEMA_VERSION)),
    page,
    isKept,
    free: first === null ? new Set() : freePages(first.readUInt32BE(FIRST_FREE_AT), pages, page),
    close: () => closeSync(file),
  };
}

/** The list of free pages, as far as it can be followed. */
function freePages(first: number, pages: number, page: DamagedFile['page']): Set<number> {
  const free = new Set<number>();
  for (let trunk = first; trunk >= 2 && trunk <= pages && !free.has(trunk); ) {
    const content = page(trunk);
    if (content === null) break;
    free.add(trunk);
    const count = content.readUInt32BE(4);
    if (count > content.length / 4 - 2) break;
    for (let leaf = 0; leaf < count; leaf++) {
      const number = content.readUInt32BE(8 + leaf * 4);
      if (number >= 2 && number <= pages) free.add(number);
    }
    trunk = content.readUInt32BE(0);
  }
  return free;
}
