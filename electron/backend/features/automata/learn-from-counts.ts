import { mkdtemp, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CountsInput, LearnedCounts } from '#shared/contract/automata.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { isParquet, queryFailed, requireQueryable } from '../../formats/engine/queried-table.ts';
import { temporaryPrefix } from '../../machine/temporary-folders.ts';
import { type OutputTarget, writeWhole } from '../../output/target.ts';
import { personsQuery } from '../../store/engine/duckdb.ts';
import { inThread } from '../../workers/in-thread.ts';

export async function learnFromCountsOf(
  path: string,
  { sql, ...input }: CountsInput,
  target: OutputTarget,
  signal: AbortSignal | undefined,
): Promise<LearnedCounts> {
  requireQueryable(path, { sql, limit: null, sample: null });
  const folder = await mkdtemp(temporaryPrefix('query'));
  try {
    const asked = {
      ...input,
      path,
      isParquet: await isParquet(path),
      folder,
      sql: personsQuery({ sql }),
      title: basename(path),
      createdAt: new Date().toISOString(),
    };
    const { document, figures } = await inThread('counting', 'countAndLearn', [asked], { signal });
    return { ...writeWhole(target, document), ...figures };
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof DialogramError && error.code !== 'INTERNAL' ? error : queryFailed(path, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
