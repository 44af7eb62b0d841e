import { type FileHandle, open } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { isHeldFile } from '../../store/file/lock.ts';
import { FormatError, folderFailure, readFailure } from './format-error.ts';
import { dataStart, insideZip, LOCAL_HEADER_BYTES, zipEntries } from './zip.ts';

const PLAIN_CHUNK_BYTES = 128 * 1024;
const GZIP_CHUNK_BYTES = 16 * 1024;
/** Zstandard expands data up to 32,768 times, so 4 KiB become at most 134 MB. */
const ZSTD_CHUNK_BYTES = 4 * 1024;
/** Text expands ten times, and a repetitive log a hundred times. More is an attack on memory. */
const LARGEST_EXPANSION = 1100;
const EXPANSION_MATTERS_BYTES = 64 * 1024 * 1024;

type Packing = 'gzip' | 'zstd' | 'deflate';

/** `cut`: a gzip without its end; `damaged`: wrong data or checksum. */
type ByteEnding = 'whole' | 'cut' | 'damaged';

export interface ByteOptions {
  readonly signal: AbortSignal;
  readonly onBytes?: (bytesRead: number) => void;
}

export interface ByteSource {
  readonly totalBytes: number;
  readonly modifiedMs: number;
  readonly compressed: boolean;
  /** The compression; null for a plain file. */
  readonly packing?: Packing | null;
  readonly ending: ByteEnding;
  /** Yields the unpacked bytes. Closes the file at the end, on an error, and if the reader stops early. */
  chunks(): AsyncGenerator<Buffer, void, undefined>;
  /** Closes the file; for callers that never read `chunks`. */
  close(): Promise<void>;
}

/** Opens a file. @throws FormatError for a missing file, a folder, a device, or no permission */
export async function openBytes(path: string, options: ByteOptions): Promise<ByteSource> {
  options.signal.throwIfAborted();
  const inside = insideZip(path);
  if (inside) return openInZip(path, inside, options);
  if (isHeldFile(path)) {
    throw new FormatError(
      'BINARY_FILE',
      path,
      `"${path}" is part of an open project.`,
      'Choose a file with transcripts.',
    );
  }
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw readFailure(path, error);
  });
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw folderFailure(path);
    if (!stats.isFile()) {
      throw new FormatError(
        'CANNOT_READ',
        path,
        `"${path}" is a device or a pipe, not a file.`,
        'Save the data to a file first.',
      );
    }
    const magic = Buffer.alloc(4);
    await handle.read(magic, 0, 4, 0);
    const packing = packingOf(magic);
    return fileBytes(
      path,
      handle,
      { totalBytes: stats.size, modifiedMs: stats.mtimeMs, packing, from: 0 },
      options,
    );
  } catch (error) {
    await handle.close();
    throw readFailure(path, error);
  }
}

function packingOf(magic: Buffer): Packing | null {
  if (magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip';
  return magic.readUInt32LE(0) === 0xfd2fb528 && 'createZstdDecompress' in zlib ? 'zstd' : null;
}

async function openInZip(
  path: string,
  { archive, name }: { readonly archive: string; readonly name: string },
  options: ByteOptions,
): Promise<ByteSource> {
  const entry = zipEntries(archive)?.find((candidate) => candidate.name === name);
  if (!entry) throw readFailure(path, Object.assign(new Error('no entry'), { code: 'ENOENT' }));
  if (entry.packing === 'locked' || entry.packing === 'unknown') {
    throw new FormatError(
      'CANNOT_READ',
      path,
      entry.packing === 'locked'
        ? `"${name}" is protected by a password.`
        : `"${name}" is packed in an unknown format.`,
      'Unpack the archive with the program that made it, and import the files in it.',
    );
  }
  const handle = await open(archive, 'r').catch((error: unknown) => {
    throw readFailure(path, error);
  });
  try {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    await handle.read(header, 0, LOCAL_HEADER_BYTES, entry.offset);
    const { mtimeMs } = await handle.stat();
    const facts = {
      totalBytes: entry.packedBytes,
      modifiedMs: mtimeMs,
      packing: entry.packing === 'deflated' ? ('deflate' as const) : null,
      from: dataStart(entry, header),
    };
    return fileBytes(path, handle, facts, options);
  } catch (error) {
    await handle.close();
    throw readFailure(path, error);
  }
}

export function cutReason(source: ByteSource, line: number): string | null {
  if (source.ending === 'whole') return null;
  const what = source.ending === 'cut' ? 'ends early' : 'is damaged';
  const { packing } = source;
  return `The ${packing === 'zstd' ? 'Zstandard' : packing === 'deflate' ? 'ZIP' : 'gzip'} data ${what} at line ${line}. It is unknown how much is missing. Download or export the file again.`;
}

interface FileFacts {
  readonly totalBytes: number;
  readonly modifiedMs: number;
  readonly packing: Packing | null;
  /** The offset of the first byte; 0 unless the bytes are in an archive. */
  readonly from: number;
}

function fileBytes(
  path: string,
  handle: FileHandle,
  { from, packing, ...facts }: FileFacts,
  { signal, onBytes }: ByteOptions,
): ByteSource {
  // If a plain file grows during reading, it is read to its new end. An archive entry ends where the next one begins.
  const limit = from === 0 ? Number.POSITIVE_INFINITY : facts.totalBytes;
  let ending: ByteEnding = 'whole';
  async function* plain(chunkBytes: number): AsyncGenerator<Buffer, void, undefined> {
    let position = 0;
    for (;;) {
      signal.throwIfAborted();
      const length = Math.min(chunkBytes, limit - position);
      if (length <= 0) return;
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, from + position).catch((error: unknown) => {
        throw readFailure(path, error);
      });
      if (bytesRead === 0) return;
      position += bytesRead;
      onBytes?.(position);
      yield buffer.subarray(0, bytesRead);
    }
  }
  async function* unpacked(packing: Packing): AsyncGenerator<Buffer, void, undefined> {
    const unpacker = openUnpacker(packing);
    let packedBytes = 0;
    let bytes = 0;
    try {
      for await (const packed of plain(packing === 'zstd' ? ZSTD_CHUNK_BYTES : GZIP_CHUNK_BYTES)) {
        packedBytes += packed.length;
        for (const chunk of await unpacker.push(packed)) {
          bytes += chunk.length;
          yield chunk;
        }
        if (bytes > EXPANSION_MATTERS_BYTES && bytes > packedBytes * LARGEST_EXPANSION) throw bomb(path);
        if (unpacker.ending() !== 'whole') break;
      }
      yield* await unpacker.finish();
      ending = unpacker.ending();
    } finally {
      unpacker.close();
    }
  }
  return {
    ...facts,
    packing,
    compressed: packing !== null,
    get ending() {
      return ending;
    },
    close: () => handle.close(),
    async *chunks() {
      try {
        yield* packing ? unpacked(packing) : plain(PLAIN_CHUNK_BYTES);
      } finally {
        await handle.close();
      }
    },
  };
}

const bomb = (path: string): FormatError =>
  new FormatError(
    'BINARY_FILE',
    path,
    `"${path}" unpacks to more than ${LARGEST_EXPANSION} times its size, which is unusual for transcripts.`,
    'Unpack the file yourself, check what it contains, and import that.',
  );

function decompressor(packing: Packing): Transform {
  const options = { chunkSize: 64 * 1024 };
  if (packing === 'gzip') return zlib.createGunzip(options);
  return packing === 'deflate' ? zlib.createInflateRaw(options) : zlib.createZstdDecompress(options);
}

/** Returns every byte before the end of a cut file. An async iterator would lose the buffered bytes on the error. */
function openUnpacker(packing: Packing) {
  const gunzip = decompressor(packing);
  let output: Buffer[] = [];
  let ending: ByteEnding = 'whole';
  gunzip.on('data', (chunk: Buffer) => output.push(chunk));
  const ended = new Promise<void>((resolve) => {
    gunzip.on('end', resolve);
    gunzip.on('error', ({ code }: NodeJS.ErrnoException) => {
      ending = code === 'Z_BUF_ERROR' ? 'cut' : 'damaged';
      resolve();
    });
  });
  const take = (): Buffer[] => {
    const taken = output;
    output = [];
    return taken;
  };
  return {
    ending: (): ByteEnding => ending,
    async push(packed: Buffer): Promise<Buffer[]> {
      const written = new Promise<void>((resolve) => gunzip.write(packed, () => resolve()));
      await Promise.race([written, ended]);
      return take();
    },
    async finish(): Promise<Buffer[]> {
      if (ending === 'whole') gunzip.end();
      await ended;
      return take();
    },
    close: () => void gunzip.destroy(),
  };
}
