import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readLog } from '../file/check-project.ts';
import { SCHEMA_VERSION } from '../file/migrate.ts';
import { hasSums, pageSizeIn, readSums } from '../file/page-sums.ts';

export type DamagedFile = ReturnType<typeof openDamaged>;

const HEADER_BYTES = 100;
const VERSION_AT = 60;
const FIRST_FREE_AT = 32;

/** Opens a project that this process has not opened. Writes nothing. */
export function openDamaged(path: string) {
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
    /** The number of bytes of a page that can be used. The rest is reserved. */
    usable: pageSize,
    /** The version of the schema, from the header or from when the project was closed. */
    version: isKept(1) && isVersion ? said : (sums?.version ?? (isVersion ? said : SCHEMA_VERSION)),
    /** Returns a page by its number, from 1, in its newest version from the log; null if there is none. */
    page,
    isKept,
    /** The free pages. What they contain was deleted. */
    free: first === null ? new Set() : freePages(first.readUInt32BE(FIRST_FREE_AT), pages, page),
    close: () => closeSync(file),
  };
}

/** Returns the free pages, as far as their list can be followed. */
function freePages(first: number, pages: number, page: (number: number) => Buffer | null): Set<number> {
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

const KINDS = {
  2: { holds: 'entries', isLeaf: false },
  5: { holds: 'rows', isLeaf: false },
  10: { holds: 'entries', isLeaf: true },
  13: { holds: 'rows', isLeaf: true },
} as const;

export type Cell = number | bigint | string | Buffer | null;

export interface StoredRow {
  readonly rowid: bigint | null;
  readonly values: readonly Cell[];
}

interface TreePage {
  /** Rows of a table with row numbers, or entries of an index or of a table without row numbers. */
  readonly holds: 'rows' | 'entries';
  readonly isLeaf: boolean;
  readonly children: readonly number[];
  readonly rows: readonly StoredRow[];
  readonly unreadable: number;
}

/** Returns the content of a page; null if it is no page of a table or index, or too damaged to be read. */
export function readPage(file: DamagedFile, number: number, withRows = true): TreePage | null {
  const page = file.page(number);
  if (page === null) return null;
  const at = number === 1 ? HEADER_BYTES : 0;
  const kind = KINDS[page[at] as keyof typeof KINDS];
  if (kind === undefined) return null;
  const { holds, isLeaf } = kind;
  const cells = page.readUInt16BE(at + 3);
  const list = at + (isLeaf ? 8 : 12);
  if (list + cells * 2 > page.length) return null;
  const children: number[] = [];
  const rows: StoredRow[] = [];
  let unreadable = 0;
  for (let index = 0; index < cells; index++) {
    const cell = page.readUInt16BE(list + index * 2);
    try {
      if (cell < list + cells * 2) throw new RangeError('A cell cannot stand there.');
      if (!isLeaf) children.push(page.readUInt32BE(cell));
      if (!withRows || (!isLeaf && holds === 'rows')) continue;
      rows.push(readCell(file, page, cell + (isLeaf ? 0 : 4), holds));
    } catch {
      unreadable++;
    }
  }
  if (!isLeaf) children.push(page.readUInt32BE(at + 8));
  return { holds, isLeaf, children, rows, unreadable };
}

/** @throws RangeError if the cell extends beyond its page or has no valid form */
function readCell(file: DamagedFile, page: Buffer, from: number, holds: TreePage['holds']): StoredRow {
  const [size, afterSize] = varint(page, from);
  const [rowid, begin] = holds === 'rows' ? varint(page, afterSize) : [null, afterSize];
  const length = Number(size);
  const { usable } = file;
  const most = holds === 'rows' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (length <= most) return { rowid, values: readRecord(within(page, begin, begin + length)) };
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  const local = fitting <= most ? fitting : least;
  const parts = [within(page, begin, begin + local)];
  if (length > file.pages * usable) throw new RangeError('A row cannot be longer than its file.');
  let next = within(page, begin + local, begin + local + 4).readUInt32BE(0);
  for (let left = length - local; left > 0; ) {
    const overflow = next === 0 ? null : file.page(next);
    if (overflow === null || file.free.has(next)) throw new RangeError('The rest of a row is gone.');
    const part = overflow.subarray(4, Math.min(usable, 4 + left));
    parts.push(part);
    left -= part.length;
    next = overflow.readUInt32BE(0);
    if (left > 0 && next === 0)
      throw new RangeError('A row is incomplete: its overflow pages end too early.');
  }
  return { rowid, values: readRecord(Buffer.concat(parts)) };
}

function within(page: Buffer, from: number, to: number): Buffer {
  if (from < 0 || to > page.length || from > to) throw new RangeError('Beyond the page.');
  return page.subarray(from, to);
}

/** Reads a number of one to nine bytes. Returns it and the position after it. */
function varint(bytes: Buffer, from: number): [bigint, number] {
  let value = 0n;
  for (let index = 0; index < 9; index++) {
    const byte = within(bytes, from + index, from + index + 1)[0] as number;
    if (index === 8) return [BigInt.asIntN(64, (value << 8n) | BigInt(byte)), from + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, from + index + 1];
  }
  throw new RangeError('No number is longer.');
}

const WIDTHS = [0, 1, 2, 3, 4, 6, 8];
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readRecord(record: Buffer): Cell[] {
  const [headerSize, first] = varint(record, 0);
  const types: number[] = [];
  for (let at = first; at < Number(headerSize); ) {
    const [type, next] = varint(record, at);
    types.push(Number(type));
    at = next;
  }
  let at = Number(headerSize);
  const values = types.map((type): Cell => {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type === 10 || type === 11 || type < 0) throw new RangeError('No value can have this type.');
    const width = type === 7 ? 8 : type < 7 ? (WIDTHS[type] as number) : (type - 12 - (type % 2)) / 2;
    const bytes = within(record, at, at + width);
    at += width;
    if (type === 7) return bytes.readDoubleBE(0);
    if (type === 6) return bytes.readBigInt64BE(0);
    if (type < 6) return bytes.readIntBE(0, width);
    return type % 2 === 0 ? bytes : strict.decode(bytes);
  });
  if (at !== record.length) throw new RangeError('A row is as long as its values.');
  return values;
}
