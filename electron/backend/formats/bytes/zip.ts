import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** A file of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  /** Where its local header stands in the archive. */
  readonly offset: number;
  readonly packedBytes: number;
  readonly isDeflated: boolean;
}

/** Between the archive and what is in it, in the path of a file inside. */
const INSIDE = '!/';

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_ENTRIES = 10_000;
/** A list of more than so many bytes is no list of transcripts. */
const LONGEST_LIST = 16 * 1024 * 1024;
/** In these is an Office document, which is a ZIP archive too. */
const OFFICE = '[Content_Types].xml';

/** The archive and the file in it that a path names, or null where it is a path like any other. */
export function insideZip(path: string): { readonly archive: string; readonly name: string } | null {
  const at = path.toLowerCase().indexOf(`.zip${INSIDE}`);
  return at < 0 ? null : { archive: path.slice(0, at + 4), name: path.slice(at + 4 + INSIDE.length) };
}

/** The file on disk that a path leads to: the archive, for a file inside of one. */
export const fileOnDisk = (path: string): string => insideZip(path)?.archive ?? path;

/** The paths of the files in an archive, in order of their names; null where it is none that can be read. */
export function filesInZip(archive: string): string[] | null {
  if (!/\.zip$/i.test(archive)) return null;
  const entries = zipEntries(archive);
  if (!entries || entries.some(({ name }) => name === OFFICE)) return null;
  return entries
    .filter(
      ({ name }) => !name.endsWith('/') && !basename(name).startsWith('.') && !name.startsWith('__MACOSX/'),
    )
    .map(({ name }) => `${archive}${INSIDE}${name}`)
    .sort();
}

/** The list at the end of an archive; null where the file has none that can be read, or one without end. */
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
      const [count, bytes, start] = [
        tail.readUInt16LE(at + 10),
        tail.readUInt32LE(at + 12),
        tail.readUInt32LE(at + 16),
      ];
      if (count > MOST_ENTRIES || bytes > LONGEST_LIST || start + bytes > size) return null;
      return listed(read(start, bytes), count);
    }
    return null;
  } finally {
    closeSync(file);
  }
}

function listed(list: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== ENTRY_MARK) return null;
    const [flags, method] = [list.readUInt16LE(at + 8), list.readUInt16LE(at + 10)];
    const nameBytes = list.readUInt16LE(at + 28);
    const rest = list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
    const name = list.toString('utf8', at + 46, at + 46 + nameBytes);
    // What is locked or packed in another way cannot be read.
    const isReadable = (flags & 1) === 0 && (method === 0 || method === 8);
    if (isReadable) {
      const [packedBytes, offset] = [list.readUInt32LE(at + 20), list.readUInt32LE(at + 42)];
      entries.push({ name, offset, packedBytes, isDeflated: method === 8 });
    }
    at += 46 + nameBytes + rest;
  }
  return entries;
}

/** Bytes of a local header before its name; the name's and the extra field's lengths stand at its end. */
export const LOCAL_HEADER_BYTES = 30;

/** Where the bytes of an entry begin, by its local header. */
export const dataStart = ({ offset }: ZipEntry, header: Buffer): number =>
  offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
