import { isDatabaseAddress } from '#shared/domain/database-address.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { insideWorkbook } from '../../formats/bytes/zip.ts';
import { isQueriedSource } from '../../formats/engine/queried-table.ts';
import { sheetNames } from '../../formats/spreadsheet/sheet-names.ts';
import { inThread } from '../../workers/in-thread.ts';
import type { Look, Seen } from './look-at-file.ts';

/** The time limit for looking at a file, in ms. Most files take a tenth of a second. */
const MOST_MS = 60_000;
const TOO_LATE = new Error('Looking at the file took too long.');

/** True for a file that is read directly. Workbooks, Parquet files and databases have their own threads. */
export async function isPlainFile(path: string): Promise<boolean> {
  if (isDatabaseAddress(path) || insideWorkbook(path)) return false;
  return sheetNames(path) === null && !(await isQueriedSource(path));
}

/**
 * Looks at a plain file in a thread, so that a malformed file cannot block the app.
 * @param signal ends it at once
 * @throws FormatError, including TOO_SLOW after `mostMs`
 */
export async function lookApart<What extends Look['what']>(
  path: string,
  look: Look & { readonly what: What },
  signal: AbortSignal | undefined,
  mostMs = MOST_MS,
): Promise<Seen<What>> {
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  const late = setTimeout(() => ending.abort(TOO_LATE), mostMs);
  try {
    const result = await inThread('look', 'lookAtFile', [path, look], { signal: ending.signal });
    if ('seen' in result) return result.seen as Seen<What>;
    const { code, path: named, message, nextStep } = result.fault;
    throw new FormatError(code, named, message, nextStep);
  } catch (error) {
    if (error !== TOO_LATE) throw error;
    throw new FormatError(
      'TOO_SLOW',
      path,
      `"${path}" could not be recognized within ${Math.ceil(mostMs / 1000)} seconds.`,
      'Check that it holds dialogues, or choose its format and import a part of it.',
    );
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', end);
  }
}
