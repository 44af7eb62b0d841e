import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { openBytes } from '../bytes/bytes.ts';

const MEGABYTE = 1024 * 1024;

/** Reads one JSON value from a file, plain or gzip. @throws DialogramError CANNOT_READ or BAD_FILE */
export async function readJson(
  path: string,
  nextStep: string,
  signal: AbortSignal,
  mostBytes = 512 * MEGABYTE,
): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    const source = await openBytes(path, { signal });
    for await (const chunk of source.chunks()) {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        throw new DialogramError('BAD_FILE', `${path} holds more than ${mostBytes / MEGABYTE} MB of JSON.`, {
          place: path,
          nextStep,
        });
      }
      parts.push(chunk);
    }
  } catch (error) {
    throw translateError(error, path);
  }
  const text = Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\u{feff}/u, '');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new DialogramError('BAD_FILE', `${path} is not JSON: ${why}.`, {
      place: path,
      value: why,
      nextStep,
    });
  }
}
