import type { TableQuery } from '#shared/contract/corpus.ts';
import type { FileHead } from '../../formats/bytes/head.ts';
import { projectService } from '../../project.ts';

const KEPT_MS = 5 * 60_000;

/** Caches the last answer of a database, since mapping its columns requests the same rows with every choice. */
export const askedRows = projectService(() => {
  let last: { readonly key: string; readonly head: FileHead; readonly until: number } | null = null;
  return async (address: string, query: TableQuery | null, ask: () => Promise<FileHead>) => {
    const key = JSON.stringify([address, query?.sql]);
    if (last?.key === key && performance.now() < last.until) return last.head;
    const head = await ask();
    last = { key, head, until: performance.now() + KEPT_MS };
    return head;
  };
});
