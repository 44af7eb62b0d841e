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
  /** For plain files only: the position to begin at. */
  readonly start?: number;
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
    return new FileBytes(
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
    return new FileBytes(path, handle, facts, options);
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

class FileBytes implements ByteSource {
  readonly totalBytes: number;
  readonly modifiedMs: number;
  readonly compressed: boolean;
  readonly packing: Packing | null;
  ending: ByteEnding = 'whole';
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #options: ByteOptions;
  readonly #from: number;

  constructor(
    path: string,
    handle: FileHandle,
    facts: { totalBytes: number; modifiedMs: number; packing: Packing | null; from: number },
    options: ByteOptions,
  ) {
    this.#path = path;
    this.#handle = handle;
    this.totalBytes = facts.totalBytes;
    this.modifiedMs = facts.modifiedMs;
    this.compressed = facts.packing !== null;
    this.packing = facts.packing;
    this.#from = facts.from;
    this.#options = options;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      if (this.packing) yield* this.#unpacked(this.packing);
      else yield* this.#plain(PLAIN_CHUNK_BYTES);
    } finally {
      await this.close();
    }
  }

  #bomb(): FormatError {
    return new FormatError(
      'BINARY_FILE',
      this.#path,
      `"${this.#path}" unpacks to more than ${LARGEST_EXPANSION} times its size, which is unusual for transcripts.`,
      'Unpack the file yourself, check what it contains, and import that.',
    );
  }

  async *#plain(chunkBytes: number): AsyncGenerator<Buffer, void, undefined> {
    let position = this.#options.start ?? 0;
    for (;;) {
      this.#options.signal.throwIfAborted();
      const length = Math.min(chunkBytes, this.#limit() - position);
      if (length <= 0) return;
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#handle
        .read(buffer, 0, length, this.#from + position)
        .catch((error: unknown) => {
          throw readFailure(this.#path, error);
        });
      if (bytesRead === 0) return;
      position += bytesRead;
      this.#options.onBytes?.(position);
      yield buffer.subarray(0, bytesRead);
    }
  }

  /**
   * If a plain file grows during reading, it is read to its new end. An archive entry ends where the next one begins.
   */
  #limit(): number {
    return this.#from === 0 ? Number.POSITIVE_INFINITY : this.totalBytes;
  }

  async *#unpacked(packing: Packing): AsyncGenerator<Buffer, void, undefined> {
    const unpacker = new Unpacker(packing);
    let packedBytes = 0;
    let bytes = 0;
    try {
      for await (const packed of this.#plain(packing === 'zstd' ? ZSTD_CHUNK_BYTES : GZIP_CHUNK_BYTES)) {
        packedBytes += packed.length;
        for (const chunk of await unpacker.push(packed)) {
          bytes += chunk.length;
          yield chunk;
        }
        if (bytes > EXPANSION_MATTERS_BYTES && bytes > packedBytes * LARGEST_EXPANSION) throw this.#bomb();
        if (unpacker.failed) break;
      }
      yield* await unpacker.finish();
      this.ending = unpacker.ending;
    } finally {
      unpacker.close();
    }
  }
}

function decompressor(packing: Packing): Transform {
  const options = { chunkSize: 64 * 1024 };
  if (packing === 'gzip') return zlib.createGunzip(options);
  return packing === 'deflate' ? zlib.createInflateRaw(options) : zlib.createZstdDecompress(options);
}

/** Returns every byte before the end of a cut file. An async iterator would lose the buffered bytes on the error. */
class Unpacker {
  readonly #gunzip: Transform;
  #output: Buffer[] = [];
  #error: NodeJS.ErrnoException | null = null;
  readonly #ended: Promise<void>;

  constructor(packing: Packing) {
    this.#gunzip = decompressor(packing);
    this.#gunzip.on('data', (chunk: Buffer) => this.#output.push(chunk));
    this.#ended = new Promise((resolve) => {
      this.#gunzip.on('end', resolve);
      this.#gunzip.on('error', (error: NodeJS.ErrnoException) => {
        this.#error = error;
        resolve();
      });
    });
  }

  get failed(): boolean {
    return this.#error !== null;
  }

  get ending(): ByteEnding {
    if (!this.#error) return 'whole';
    return this.#error.code === 'Z_BUF_ERROR' ? 'cut' : 'damaged';
  }

  async push(packed: Buffer): Promise<Buffer[]> {
    const written = new Promise<void>((resolve) => this.#gunzip.write(packed, () => resolve()));
    await Promise.race([written, this.#ended]);
    return this.#take();
  }

  async finish(): Promise<Buffer[]> {
    if (!this.#error) this.#gunzip.end();
    await this.#ended;
    return this.#take();
  }

  close(): void {
    this.#gunzip.destroy();
  }

  #take(): Buffer[] {
    const output = this.#output;
    this.#output = [];
    return output;
  }
}
