import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImportInput, type ImportResult, importInputSchema } from '#shared/contract/corpus.ts';
import { type RefreshInput, refreshInputSchema } from '#shared/contract/growing.ts';
import { isDatabaseAddress } from '#shared/domain/database-address.ts';
import { fileOnDisk } from '../../formats/bytes/zip.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { type ReadSource, readSources } from '../../store/corpus/grown-sources.ts';
import { pathsOfRemoved } from '../../store/removal/removed-table.ts';
import { filesOfFolders, runImport } from '../corpus/index.ts';

/** Reads sources again with their last settings, including new files in their folders. */
async function runRefresh(
  project: Project,
  { sources }: RefreshInput,
  context: JobContext,
): Promise<ImportResult> {
  const all = readSources(project.database);
  const chosen = all.filter(({ id }) => sources?.includes(id) ?? true);
  // The project may come from elsewhere: paths that this shell may not read are not read.
  const files = chosen.filter(({ path }) => !isDatabaseAddress(path));
  for (const { path, folder } of files) project.app.files.forReading(folder ?? path);
  const there = chosen.filter((source) => !files.includes(source) || existsSync(fileOnDisk(source.path)));
  const sum = importNothing();
  for (const { name, path } of chosen.filter((source) => !there.includes(source)))
    sum.warnings.push(`${name}: there is no file ${path} any more; what was read of it stays.`);
  const again = [...there, ...newFiles(all, pathsOfRemoved(project.database), chosen)];
  for (const { input, folder } of again) {
    const result = await runImport(project, input, context, folder);
    for (const key of COUNTS) sum[key] += result[key];
    const of = again.length > 1 ? `${basename(input.paths[0] ?? '')}: ` : '';
    sum.warnings.push(...result.warnings.map((warning) => of + warning));
  }
  return sum;
}

const COUNTS = [
  'dialogues',
  'utterances',
  'rounds',
  'rejected',
  'ignored',
  'read',
  'continued',
  'seconds',
] as const;

const importNothing = (): ImportResult => ({
  ...{ dialogues: 0, utterances: 0, rounds: 0, rejected: 0, ignored: 0, read: 0, continued: 0 },
  warnings: [],
  seconds: 0,
});

/**
 * Returns files that appeared in an imported folder since it was last read, to be read with the settings of
 * its newest source. Older files without a source could not be read or were purged. A removed source stays
 * removed.
 */
export function newFiles(
  all: readonly ReadSource[],
  removed: readonly string[],
  chosen: readonly ReadSource[] = all,
): { input: ImportInput; folder: string }[] {
  const known = new Set([...all.map(({ path }) => path), ...removed]);
  const folders = new Set(chosen.flatMap(({ folder }) => folder ?? []));
  return [...folders].filter(existsSync).flatMap((folder) => {
    const read = all.filter((source) => source.folder === folder);
    const newest = read.reduce((last, source) => (source.startedAt > last.startedAt ? source : last));
    return filesOfFolders([folder])
      .filter(
        ({ path }) => !known.has(path) && statSync(fileOnDisk(path)).ctimeMs > Date.parse(newest.startedAt),
      )
      .map(({ path }) => ({
        folder,
        input: importInputSchema.parse({ ...newest.input, format: 'auto', paths: [path] }),
      }));
  });
}

export const refreshJob: JobKind<Project, RefreshInput> = {
  kind: 'refresh',
  params: refreshInputSchema,
  topics: ['project', 'corpus'],
  run: runRefresh,
};
