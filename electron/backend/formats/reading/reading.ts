import { Breather } from '../../jobs/breather.ts';
import { type ByteOptions, type ByteSource, openBytes } from '../bytes/bytes.ts';
import { FormatError } from '../bytes/format-error.ts';
import type { FileHead } from '../bytes/head.ts';
import type { ReadOptions } from './import-event.ts';
import { Tally } from './tally.ts';

/** One whole reading of a file, and what every part of it needs. */
export interface Reading {
  readonly head: FileHead;
  readonly options: ReadOptions;
  readonly tally: Tally;
  readonly breather: Breather;
  /** Opens the file again, because a format may need several passes. */
  open(options: ByteOptions): Promise<ByteSource>;
}

/** A reading of the file on disk. */
export function readingOf(head: FileHead, options: ReadOptions): Reading {
  return {
    head,
    options,
    tally: new Tally(),
    breather: new Breather(options.signal),
    open: async (byteOptions) => {
      const source = await openBytes(head.path, byteOptions);
      if (source.totalBytes === head.totalBytes && source.modifiedMs === head.modifiedMs) return source;
      await source.close();
      throw changed(head.path);
    },
  };
}

/** A reading of bytes in memory, which are UTF-8 already: the beginning of a file, for its preview. */
export function readingOfBytes(head: FileHead, bytes: Buffer, options: ReadOptions): Reading {
  return {
    head: { ...head, bytes, whole: true, encoding: 'utf-8', markBytes: 0, compressed: false },
    options,
    tally: new Tally(),
    breather: new Breather(options.signal),
    open: async ({ start }) => ({
      totalBytes: bytes.length,
      modifiedMs: head.modifiedMs,
      compressed: false,
      ending: 'whole',
      async *chunks() {
        yield bytes.subarray(start ?? 0);
      },
      async close() {},
    }),
  };
}

function changed(path: string): FormatError {
  return new FormatError(
    'FILE_CHANGED',
    path,
    `"${path}" changed while it was being read.`,
    'Wait until the program that writes it has finished, and import it again.',
  );
}
