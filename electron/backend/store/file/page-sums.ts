import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

/**
 * The checksums of a closed project's pages detect bytes that the disk changed, which SQLite does not notice. They
 * belong to one closing, whose number is in the header. If a program writes later, it increases the change counter in
 * the header, and the checksums no longer apply.
 */
const SUFFIX = '-sums';

/** The amount of content that people would miss, counted when a project is closed. */
const heldSchema = z.object({ dialogues: z.int(), utterances: z.int(), edits: z.int() });
export type ProjectCounts = z.infer<typeof heldSchema>;

const sumsSchema = z.object({
  counter: z.int(),
  closing: z.int(),
  pageSize: z.int(),
  version: z.int(),
  held: heldSchema,
  /** One four-byte number per page, in Base64. */
  sums: z.base64(),
  /** The checksum of all fields above. */
  own: z.int(),
});
type Sums = Omit<z.infer<typeof sumsSchema>, 'own' | 'sums'> & { readonly sums: Uint32Array };

/** The number of pages to read at once. */
const PAGES_AT_ONCE = 256;

// The layout of the first page: https://www.sqlite.org/fileformat.html, section 1.3.
export const HEADER_BYTES = 100;
const COUNTER_AT = 24;
const COUNTER_AGAIN_AT = 92;
const CLOSING_AT = 40;

const ownSum = ({ own: _, ...rest }: z.infer<typeof sumsSchema>): number => crc32(JSON.stringify(rest));

export function readSums(path: string): Sums | null {
  try {
    const read = sumsSchema.parse(JSON.parse(readFileSync(path + SUFFIX, 'utf8')));
    if (ownSum(read) !== read.own) return null;
    const bytes = Buffer.from(read.sums, 'base64');
    const sums = Uint32Array.from({ length: bytes.length / 4 }, (_, page) => bytes.readUInt32LE(page * 4));
    return { ...read, sums };
  } catch {
    return null;
  }
}

export const removeSums = (path: string): void => rmSync(path + SUFFIX, { force: true });

/** Writes the checksums of a project that this process has just closed and still locks. */
export async function writeSums(path: string, version: number, held: ProjectCounts): Promise<void> {
  const header = readHeader(path);
  const pageSize = pageSizeIn(header);
  const sums: number[] = [];
  for await (const sum of sumsOf(path, pageSize)) sums.push(sum);
  const bytes = Buffer.alloc(sums.length * 4);
  sums.forEach((sum, page) => {
    bytes.writeUInt32LE(sum, page * 4);
  });
  const kept = {
    counter: header.readUInt32BE(COUNTER_AT),
    closing: header.readUInt32BE(CLOSING_AT),
    pageSize,
    version,
    held,
    sums: bytes.toString('base64'),
    own: 0,
  };
  writeFileSync(`${path}${SUFFIX}.new`, JSON.stringify({ ...kept, own: ownSum(kept) }), { mode: 0o600 });
  renameSync(`${path}${SUFFIX}.new`, path + SUFFIX);
}

/**
 * Compares a closed project with its checksums; `unknown` if these are outdated. Never call it for a project that is
 * open in this process (`isHeldFile`).
 */
export async function compareWithSums(
  path: string,
): Promise<'unknown' | { readonly changed: readonly number[]; readonly pages: number }> {
  const sums = readSums(path);
  if (sums === null || !isSumOf(sums, readHeader(path))) return 'unknown';
  const changed: number[] = [];
  let page = 0;
  for await (const sum of sumsOf(path, sums.pageSize)) {
    if (sum !== sums.sums[page]) changed.push(page + 1);
    page++;
  }
  // The file is too short: its last pages are missing.
  for (; page < sums.sums.length; page++) changed.push(page + 1);
  return { changed, pages: sums.sums.length };
}

/** A header has the counter twice. If the two differ, another program wrote, and the unchanged one decides. */
function isSumOf({ counter, closing }: Sums, header: Buffer): boolean {
  if (header.length < HEADER_BYTES) return true;
  if (header.readUInt32BE(CLOSING_AT) !== closing) return false;
  return header.readUInt32BE(COUNTER_AT) === counter || header.readUInt32BE(COUNTER_AGAIN_AT) === counter;
}

/** Returns true if the checksums of a project belong to its current file, apart from damage. */
export function hasSums(path: string): boolean {
  const sums = readSums(path);
  return sums !== null && isSumOf(sums, readHeader(path));
}

export function pageSizeIn(header: Buffer): number {
  const said = header.length < 18 ? 0 : header.readUInt16BE(16);
  const size = said === 1 ? 65_536 : said;
  return size >= 512 && (size & (size - 1)) === 0 ? size : 4096;
}

/** Returns the header of an SQLite file; shorter if the file is. */
export function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Yields a file's checksums page by page, so that the thread can do other work in between. */
async function* sumsOf(path: string, pageSize: number): AsyncGenerator<number> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'r');
    const part = Buffer.alloc(PAGES_AT_ONCE * pageSize);
    for (let at = 0; ; at += part.length) {
      const { bytesRead } = await file.read(part, 0, part.length, at);
      for (let from = 0; from < bytesRead; from += pageSize)
        yield crc32(part.subarray(from, Math.min(bytesRead, from + pageSize)));
      if (bytesRead < part.length) return;
    }
  } finally {
    await file?.close();
  }
}
