import { isDatabaseAddress } from '#shared/domain/database-address.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { insideWorkbook } from '../../formats/bytes/zip.ts';
import { detectFormat } from '../../formats/detect.ts';
import { isQueriedSource } from '../../formats/engine/queried-table.ts';
import { type PreviewOptions, previewFile } from '../../formats/preview.ts';
import { sheetNames } from '../../formats/spreadsheet/sheet-names.ts';
import { runWorker } from '../../workers/run-worker.ts';
import { maskEvents } from './masked-copy.ts';

/** The time limit for looking at a file, in ms. Most files take a tenth of a second. */
const MOST_MS = 60_000;
const TOO_LATE = new Error('Looking at the file took too long.');

/** The question about a file that is sent to a worker. */
export type Look =
  | {
      readonly what: 'preview';
      readonly options: Omit<PreviewOptions, 'signal' | 'asked' | 'through' | 'database'>;
      /** The key for pseudonyms if personal data is masked; otherwise null. */
      readonly maskingKey: string | null;
    }
  | { readonly what: 'detection'; readonly options: Pick<Parameters<typeof detectFormat>[1] & {}, 'map'> };

const LOOKS = { preview: previewFile, detection: detectFormat };
type Seen<What extends Look['what']> = Awaited<ReturnType<(typeof LOOKS)[What]>>;

export interface LookWork<What extends Look['what'] = Look['what']> {
  readonly input: { readonly path: string; readonly look: Look };
  readonly progress: never;
  /** A fault of the file is sent as data, because an error would lose its class. */
  readonly result:
    | { readonly seen: Seen<What> }
    | { readonly fault: Pick<FormatError, 'code' | 'path' | 'message' | 'nextStep'> };
}

/** Looks at a file in this thread. */
export async function lookHere(path: string, look: Look): Promise<Seen<Look['what']>> {
  if (look.what === 'detection') return detectFormat(path, look.options);
  const { maskingKey } = look;
  const through: PreviewOptions['through'] =
    maskingKey === null ? undefined : (events) => maskEvents(events, maskingKey, true);
  return previewFile(path, { ...look.options, through });
}

/** True for a file that is read directly. Workbooks, Parquet files and databases have their own workers. */
export async function isPlainFile(path: string): Promise<boolean> {
  if (isDatabaseAddress(path) || insideWorkbook(path)) return false;
  return sheetNames(path) === null && !(await isQueriedSource(path));
}

/**
 * Looks at a plain file in a worker, so a malformed file cannot block the app.
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
    const result = await runWorker<LookWork<What>>(
      new URL('./look.worker.ts', import.meta.url),
      { path, look },
      { signal: ending.signal },
    );
    if ('seen' in result) return result.seen;
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
