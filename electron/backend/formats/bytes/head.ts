import { binaryKind } from './binary.ts';
import { openBytes } from './bytes.ts';
import { canonicalEncoding, detectEncoding, type EncodingName, toUtf8 } from './encoding.ts';
import { FormatError } from './format-error.ts';

const HEAD_BYTES = 256 * 1024;

export interface FileHead {
  readonly path: string;
  readonly bytes: Buffer;
  readonly whole: boolean;
  readonly encoding: EncodingName;
  readonly totalBytes: number;
  readonly modifiedMs: number;
  /** The byte that ends a line. See `LineOptions.newline`. */
  readonly newline: number;
}

export async function readHead(path: string, signal: AbortSignal, encoding?: string): Promise<FileHead> {
  const source = await openBytes(path, { signal });
  const pieces: Buffer[] = [];
  let length = 0;
  let whole = true;
  for await (const chunk of source.chunks()) {
    pieces.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) {
      whole = false;
      break;
    }
  }
  const raw = Buffer.concat(pieces).subarray(0, HEAD_BYTES);
  if (whole) refuseEmpty(path, raw, source.compressed);
  const detected = detectEncoding(raw);
  const chosen = encoding ? canonicalEncoding(encoding, path) : detected;
  const bytes = await recode(raw, chosen);
  // UTF-16 text has a zero in every other byte, so the check uses its characters.
  refuseBinary(path, chosen.startsWith('utf-16') ? bytes : raw);
  if (whole) refuseEmpty(path, bytes, source.compressed);
  const newline = bytes.indexOf(0x0a) < 0 && bytes.indexOf(0x0d) >= 0 ? 0x0d : 0x0a;
  const { totalBytes, modifiedMs } = source;
  return { path, bytes, whole, encoding: chosen, totalBytes, modifiedMs, newline };
}

async function recode(raw: Buffer, encoding: EncodingName): Promise<Buffer> {
  async function* once(): AsyncGenerator<Buffer, void, undefined> {
    yield raw;
  }
  const pieces: Buffer[] = [];
  for await (const piece of toUtf8(once(), encoding)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function refuseEmpty(path: string, bytes: Buffer, compressed: boolean): void {
  if (!bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return;
  const what = compressed
    ? 'is empty when unpacked'
    : bytes.length === 0
      ? 'is empty'
      : 'contains only blanks';
  throw new FormatError(
    'EMPTY_FILE',
    path,
    `"${path}" ${what}.`,
    'Check that the export or download has finished, and try again.',
  );
}

function refuseBinary(path: string, bytes: Buffer): void {
  const kind = binaryKind(bytes, path);
  if (!kind) return;
  throw new FormatError('BINARY_FILE', path, `"${path}" is ${kind.name}.`, kind.nextStep);
}
