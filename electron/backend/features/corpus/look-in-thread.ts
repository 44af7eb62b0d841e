import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { isUpload } from '../../files.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { insideWorkbook } from '../../formats/bytes/zip.ts';
import { isQueriedSource } from '../../formats/engine/queried-table.ts';
import { sheetNames } from '../../formats/spreadsheet/sheet-names.ts';
import { inThread } from '../../workers/in-thread.ts';
import type { Look, LookResult } from './look-at-file.ts';

/** The rows in this temporary folder are not masked. By the prefix, opening a project finds leftovers of a crash. */
export const scratchOf = (project: string): string => `${project}.query-`;

/** Deletes the leftovers of a crash. Call only while the project is locked. */
export function removeScratch(project: string): void {
  const [folder, start] = [dirname(project), basename(scratchOf(project))];
  for (const name of readdirSync(folder))
    if (name.startsWith(start)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Returns an error about an uploaded file with the person's file name. */
export function nameUploads(error: unknown, workspace: string): unknown {
  if (!(error instanceof FormatError) || !isUpload(error.path, workspace)) return error;
  const { code, path, message, nextStep } = error;
  const name = basename(path);
  return new FormatError(code, name, message.replaceAll(path, name), nextStep, error);
}

/** Time limit in ms for the first look at a file. Most files take a tenth of a second. */
const MOST_MS = 60_000;
const TOO_LATE = new Error('Reading the file took too long.');

export async function isPlainFile(path: string): Promise<boolean> {
  if (isDatabaseAddress(path) || insideWorkbook(path)) return false;
  return sheetNames(path) === null && !(await isQueriedSource(path));
}

/**
 * Looks at a file in a thread, so that a malformed file cannot block the app.
 * @throws FormatError, including TOO_SLOW after `mostMs`
 */
export async function lookInThread<What extends Look['what']>(
  path: string,
  look: Look & { readonly what: What },
  signal: AbortSignal | undefined,
  mostMs = MOST_MS,
): Promise<LookResult<What>> {
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  const late = setTimeout(() => ending.abort(TOO_LATE), mostMs);
  try {
    const result = await inThread('look', 'lookAtFile', [path, look], { signal: ending.signal });
    if ('seen' in result) return result.seen as LookResult<What>;
    const { code, path: named, message, nextStep } = result.fault;
    throw new FormatError(code, named, message, nextStep);
  } catch (error) {
    if (error !== TOO_LATE) throw error;
    throw new FormatError(
      'TOO_SLOW',
      path,
      `The format of "${path}" could not be recognized within ${Math.ceil(mostMs / 1000)} seconds.`,
      'Check that the file contains dialogues, or choose the format yourself and import only part of the file.',
    );
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', end);
  }
}
