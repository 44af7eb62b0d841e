import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { isHeldFile } from '../../store/file/lock.ts';
import { FormatError, folderFailure, readFailure } from './format-error.ts';

/** Plain files are read in pieces of this size. */
const PLAIN_CHUNK_BYTES = 128 * 1024;
/** Gzip expands up to 1032 times: 16 KiB of it are at most 17 MB in memory at a time. */
const GZIP_CHUNK_BYTES = 16 * 1024;

/** How the bytes ended: `cut` is a gzip without its end, `damaged` one whose data or checksum is wrong. */
type ByteEnding = 'whole' | 'cut' | 'damaged';

export interface ByteOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes read from disk so far, counted from the start of the file. */
  readonly onBytes?: (bytesRead: number) => void;
  /** Plain files only: begin here. */
  readonly start?: number;
}

/** A file opened for one reading from front to back; gzip, known by its first two bytes, is unpacked on the way. */
export interface ByteSource {
  readonly totalBytes: number;
  readonly modifiedMs: number;
  readonly compressed: boolean;
  /** How the reading ended; meaningful once `chunks` has run out. */
  readonly ending: ByteEnding;
  /** The unpacked bytes. Closes the file at the end, on an error, and when the reader leaves. */
  chunks(): AsyncGenerator<Buffer, void, undefined>;
  /** For a caller that never asks for `chunks`. */
  close(): Promise<void>;
}

/**
 * Opens a file.
 * @throws FormatError for a missing file, a folder, a device, or no permission
 */
export async function openBytes(path: string, options: ByteOptions): Promise<ByteSource> {
  options.signal.throwIfAborted();
  if (isHeldFile(path)) {
    throw new FormatError(
      'BINARY_FILE',
      path,
      `"${path}" belongs to a project that is open.`,
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
    const magic = Buffer.alloc(2);
    const { bytesRead } = await handle.read(magic, 0, 2, 0);
    const compressed = bytesRead === 2 && magic[0] === 0x1f && magic[1] === 0x8b;
    return new FileBytes(
      path,
      handle,
      { totalBytes: stats.size, modifiedMs: stats.mtimeMs, compressed },
      options,
    );
  } catch (error) {
    await handle.close();
    throw readFailure(path, error);
  }
}

/** Says that the gzip ended early, or null when it did not. */
export function cutReason(source: ByteSource, line: number): string | null {
  if (source.ending === 'whole') return null;
  const what = source.ending === 'cut' ? 'ends early' : 'is damaged';
  return `The gzip data ${what} at line ${line}: how much is missing after it cannot be known. Download or export the file again.`;
}

class FileBytes implements ByteSource {
  readonly totalBytes: number;
  readonly modifiedMs: number;
  readonly compressed: boolean;
  ending: ByteEnding = 'whole';
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #options: ByteOptions;

  constructor(
    path: string,
    handle: FileHandle,
    facts: { totalBytes: number; modifiedMs: number; compressed: boolean },
    options: ByteOptions,
  ) {
    this.#path = path;
    this.#handle = handle;
    this.totalBytes = facts.totalBytes;
    this.modifiedMs = facts.modifiedMs;
    this.compressed = facts.compressed;
    this.#options = options;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async *chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      if (this.compressed) yield* this.#unpacked();
      else yield* this.#plain(PLAIN_CHUNK_BYTES);
    } finally {
      await this.close();
    }
  }

  async *#plain(chunkBytes: number): AsyncGenerator<Buffer, void, undefined> {
    let position = this.#options.start ?? 0;
    for (;;) {
      this.#options.signal.throwIfAborted();
      const buffer = Buffer.allocUnsafe(chunkBytes);
      const { bytesRead } = await this.#handle
        .read(buffer, 0, chunkBytes, position)
        .catch((error: unknown) => {
          throw readFailure(this.#path, error);
        });
      if (bytesRead === 0) return;
      position += bytesRead;
      this.#options.onBytes?.(position);
      yield buffer.subarray(0, bytesRead);
    }
  }

  async *#unpacked(): AsyncGenerator<Buffer, void, undefined> {
    const unpacker = new Unpacker();
    try {
      for await (const packed of this.#plain(GZIP_CHUNK_BYTES)) {
        yield* await unpacker.push(packed);
        if (unpacker.failed) break;
      }
      yield* await unpacker.finish();
      this.ending = unpacker.ending;
    } finally {
      unpacker.close();
    }
  }
}

/**
 * A gunzip that hands over every byte it could unpack before it meets the end of a cut file.
 * Reading the stream as an async iterator would drop what is still buffered when the error comes,
 * so the output is taken as it flows, and the input waits for it.
 */
class Unpacker {
  readonly #gunzip: Gunzip = createGunzip({ chunkSize: 64 * 1024 });
  #output: Buffer[] = [];
  #error: NodeJS.ErrnoException | null = null;
  readonly #ended: Promise<void>;

  constructor() {
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
