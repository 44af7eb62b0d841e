import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { inflateRawSync } from 'node:zlib';

interface ZipEntry {
  readonly name: string;
  /** Offset of the entry's local header in the archive. */
  readonly offset: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** The compression. A locked entry, or one with an unknown compression, is listed but cannot be read. */
  readonly packing: 'stored' | 'deflated' | 'locked' | 'unknown';
}

const INSIDE = '!/';

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
/** Marks of an archive above 4 GB, which repeats its sizes in 64 bits. */
const LARGE_END_MARK = 0x06064b50;
const LARGE_END_BYTES = 56;
const LARGE_PLACE_MARK = 0x07064b50;
const LARGE_PLACE_BYTES = 20;
const LARGE_FIELD = 1;
const ELSEWHERE = 0xffffffff;
const LONGEST_COMMENT = 0xffff;
const MOST_ENTRIES = 10_000;
/** A file list with more bytes than this does not belong to an archive of transcripts. */
const LONGEST_LIST = 16 * 1024 * 1024;
const OFFICE = '[Content_Types].xml';

interface PlaceInside {
  readonly archive: string;
  readonly name: string;
}

function inside(path: string, endings: RegExp): PlaceInside | null {
  for (let at = path.indexOf(INSIDE); at >= 0; at = path.indexOf(INSIDE, at + 1)) {
    const archive = path.slice(0, at);
    if (endings.test(archive)) return { archive, name: path.slice(at + INSIDE.length) };
  }
  return null;
}

export const pathInside = (archive: string, name: string): string => `${archive}${INSIDE}${name}`;

const ZIP = /\.zip$/i;
const WORKBOOK = /\.(?:xlsx|xlsm|ods)$/i;

export const insideZip = (path: string): PlaceInside | null => inside(path, ZIP);

export const insideWorkbook = (path: string): PlaceInside | null =>
  insideZip(path) === null ? inside(path, WORKBOOK) : null;

export const isCalledWorkbook = (path: string): boolean => WORKBOOK.test(path) && insideZip(path) === null;

export const fileOnDisk = (path: string): string =>
  (insideZip(path) ?? insideWorkbook(path))?.archive ?? path;

/** Returns the paths of the files in an archive, sorted by name; null if the archive cannot be read. */
export function filesInZip(archive: string): string[] | null {
  if (!ZIP.test(archive)) return null;
  const entries = zipEntries(archive);
  if (!entries || entries.some(({ name }) => name === OFFICE)) return null;
  return entries
    .filter(
      ({ name }) => !name.endsWith('/') && !basename(name).startsWith('.') && !name.startsWith('__MACOSX/'),
    )
    .map(({ name }) => pathInside(archive, name))
    .sort();
}

/**
 * Returns at most `most` unpacked bytes, so that a small archive cannot fill the memory. @throws Error if the file is
 * damaged or packed in an unknown way
 */
export function readEntry(archive: string, entry: ZipEntry, most: number): Buffer {
  if (entry.packing !== 'stored' && entry.packing !== 'deflated')
    throw new Error(
      entry.packing === 'locked' ? 'it is locked with a password' : 'it is packed in an unknown way',
    );
  const file = openSync(archive, 'r');
  try {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    readSync(file, header, 0, LOCAL_HEADER_BYTES, entry.offset);
    const bytes = Buffer.alloc(entry.packedBytes);
    const read = readSync(file, bytes, 0, bytes.length, dataStart(entry, header));
    const packed = bytes.subarray(0, read);
    return entry.packing === 'stored' ? packed : inflateRawSync(packed, { maxOutputLength: most });
  } finally {
    closeSync(file);
  }
}

export function zipEntries(archive: string): ZipEntry[] | null {
  const size = statSync(archive, { throwIfNoEntry: false })?.size ?? 0;
  if (size < END_BYTES) return null;
  const file = openSync(archive, 'r');
  try {
    const read = (start: number, length: number): Buffer => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      readSync(file, bytes, 0, bytes.length, start);
      return bytes;
    };
    const tail = read(Math.max(0, size - END_BYTES - LONGEST_COMMENT), END_BYTES + LONGEST_COMMENT);
    for (let at = tail.length - END_BYTES; at >= 0; at--) {
      if (tail.readUInt32LE(at) !== END_MARK) continue;
      const end = largeEnd(tail, at, read) ?? {
        count: tail.readUInt16LE(at + 10),
        bytes: tail.readUInt32LE(at + 12),
        start: tail.readUInt32LE(at + 16),
      };
      if (end.count > MOST_ENTRIES || end.bytes > LONGEST_LIST || end.start + end.bytes > size) return null;
      const entries = listed(read(end.start, end.bytes), end.count);
      // If entries overlap, they would unpack to far more than the archive contains.
      const packed = entries?.reduce((sum, { packedBytes }) => sum + packedBytes, 0) ?? 0;
      return packed > size ? null : entries;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

interface ListPlace {
  readonly count: number;
  readonly bytes: number;
  readonly start: number;
}

function largeEnd(
  tail: Buffer,
  at: number,
  read: (start: number, length: number) => Buffer,
): ListPlace | null {
  const place = at - LARGE_PLACE_BYTES;
  if (place < 0 || tail.readUInt32LE(place) !== LARGE_PLACE_MARK) return null;
  const end = read(number64(tail, place + 8), LARGE_END_BYTES);
  if (end.length < LARGE_END_BYTES || end.readUInt32LE(0) !== LARGE_END_MARK) return null;
  return { count: number64(end, 32), bytes: number64(end, 40), start: number64(end, 48) };
}

const number64 = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

function listed(list: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== ENTRY_MARK) return null;
    const [flags, method] = [list.readUInt16LE(at + 8), list.readUInt16LE(at + 10)];
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    const extraEnd = nameEnd + list.readUInt16LE(at + 30);
    const sizes = sizesOf(list, at, list.subarray(nameEnd, extraEnd));
    if (sizes === null) return null;
    entries.push({
      name: list.toString('utf8', at + 46, nameEnd),
      ...sizes,
      packing: (flags & 1) !== 0 ? 'locked' : method === 0 ? 'stored' : method === 8 ? 'deflated' : 'unknown',
    });
    at = extraEnd + list.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the offset and the sizes of an entry. Values above 32 bits come after the entry's name. */
function sizesOf(
  list: Buffer,
  at: number,
  extra: Buffer,
): Pick<ZipEntry, 'offset' | 'packedBytes' | 'unpackedBytes'> | null {
  const short = [list.readUInt32LE(at + 24), list.readUInt32LE(at + 20), list.readUInt32LE(at + 42)];
  let field = 0;
  while (field + 4 <= extra.length && extra.readUInt16LE(field) !== LARGE_FIELD)
    field += 4 + extra.readUInt16LE(field + 2);
  let next = field + 4;
  const [unpackedBytes = null, packedBytes = null, offset = null] = short.map((value) => {
    if (value !== ELSEWHERE) return value;
    next += 8;
    return next <= extra.length ? number64(extra, next - 8) : null;
  });
  if (unpackedBytes === null || packedBytes === null || offset === null) return null;
  return [unpackedBytes, packedBytes, offset].every(Number.isSafeInteger)
    ? { unpackedBytes, packedBytes, offset }
    : null;
}

/** The bytes of a local header before the name. They end with the lengths of the name and of the extra field. */
export const LOCAL_HEADER_BYTES = 30;

export const dataStart = ({ offset }: ZipEntry, header: Buffer): number =>
  offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
