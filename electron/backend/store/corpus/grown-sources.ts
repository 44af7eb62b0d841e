import { z } from 'zod';
import { type ImportInput, importInputSchema } from '#shared/contract/corpus.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { readMeta, removeMeta, writeMeta } from '../file/meta-table.ts';
import { allRows, parseJson } from '../statements.ts';

/** The settings and state of a source when it was last read. */
export interface ReadSource {
  readonly id: SourceId;
  readonly name: string;
  readonly path: string;
  /** The person's settings for the file, with its path. */
  readonly input: ImportInput;
  /** The folder that was named in place of the file; null if the file was. */
  readonly folder: string | null;
  readonly startedAt: string;
}

const optionsSchema = z.looseObject({ folder: z.string().nullable().default(null) });

/** The sources that came from files, by name, with the last reading of each. */
export const readSources = (database: ReadDatabase): ReadSource[] =>
  allRows<Omit<ReadSource, 'input' | 'folder'> & { readonly options: string }>(database)`
    SELECT s.id, s.name, i.path, i.options, i.started_at AS startedAt
    FROM sources s JOIN imports i ON i.id = (SELECT max(id) FROM imports WHERE source_id = s.id)
    ORDER BY s.name`.map(({ options, ...row }) => {
    const { folder, ...input } = parseJson(optionsSchema, options);
    return { ...row, folder, input: importInputSchema.parse({ ...input, paths: [row.path] }) };
  });

const WATCHED = 'watch_sources';

export const areSourcesWatched = (database: ReadDatabase): boolean => readMeta(database, WATCHED) !== null;

/** Sets whether files are read again automatically. A purge turns it off, since a file could restore purged data. */
export function watchSources(database: WriteDatabase, on: boolean): void {
  if (on) writeMeta(database, WATCHED, 'on');
  else removeMeta(database, WATCHED);
}
