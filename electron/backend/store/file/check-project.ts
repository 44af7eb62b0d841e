import { existsSync, statSync } from 'node:fs';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { readLog } from './log-frames.ts';
import { compareWithSums } from './page-sums.ts';

export interface Checked {
  /** `sums`: every byte was compared with saved sums; `structure`: SQLite checked the structure of the file. */
  readonly by: 'sums' | 'structure';
  /** The damage, as sentences without a full stop; empty if there is none. */
  readonly damage: readonly string[];
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Looks for damage in a project that is locked but not open; writes nothing into it. A project that was
 * closed is compared byte for byte with what was saved. After a crash SQLite checks pages, indexes and
 * references instead, which does not notice a changed letter.
 */
export async function checkProject(path: string): Promise<Checked> {
  const hasLog = bytesOf(`${path}-wal`) > 0;
  if (!hasLog && !existsSync(`${path}-journal`)) {
    const compared = await compareWithSums(path);
    if (compared !== 'unknown') {
      const { changed, pages } = compared;
      if (changed.length === 0) return { by: 'sums', damage: [] };
      return {
        by: 'sums',
        damage: [
          `${changed.length} of its ${formatAmount(pages, 'page')} ${changed.length === 1 ? 'is' : 'are'} not as saved`,
        ],
      };
    }
  }
  if (hasLog && readLog(path)?.isDamaged)
    return { by: 'structure', damage: ['some of the changes that were saved last cannot be read'] };
  return { by: 'structure', damage: await structuralFaults(path) };
}

/** Returns the faults that SQLite finds in pages, rows, indexes and references. Other connections may be open. */
export async function structuralFaults(path: string, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    return await readInThread(path, 'integrity', 'faultsIn', [], { signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Some damage makes SQLite stop instead of reporting it.
    if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR|FORMAT)/.test(code)) return ['its tables cannot be read'];
    throw error;
  }
}
