import { z } from 'zod';
import { type ImportInput, importInputSchema, type RejectRow, type Source } from '#shared/contract/corpus.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { readMeta, removeMeta, writeMeta } from '../file/meta-table.ts';
import { allRows, countOf, parseJson } from '../statements.ts';

export interface ReadSource {
  readonly id: SourceId;
  readonly name: string;
  readonly path: string;
  readonly input: ImportInput;
  /** The folder that the person chose; null if the person chose the file itself. */
  readonly folder: string | null;
  readonly startedAt: string;
}

const optionsSchema = z.looseObject({ folder: z.string().nullable().default(null) });

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

/** A purge turns the automatic import off, because a file could bring purged data back. */
export function watchSources(database: WriteDatabase, on: boolean): void {
  if (on) writeMeta(database, WATCHED, 'on');
  else removeMeta(database, WATCHED);
}

export function listSources(database: ReadDatabase): Source[] {
  return allRows<Omit<Source, 'join'> & { readonly joinTurns: number }>(database)`
    SELECT s.id, s.name, s.format, i.path, i.join_rounds AS joinTurns, i.started_at AS importedAt,
      (SELECT count(*) FROM dialogues WHERE source_id = s.id) AS dialogues,
      (SELECT coalesce(sum(utterances), 0) FROM dialogues WHERE source_id = s.id) AS utterances,
      (SELECT coalesce(sum(r.records), 0) FROM rejects r JOIN imports x ON x.id = r.import_id
      WHERE x.source_id = s.id) AS rejected,
      (SELECT coalesce(sum(ignored), 0) FROM imports WHERE source_id = s.id) AS ignored
    FROM sources s JOIN imports i ON i.id = (SELECT max(id) FROM imports WHERE source_id = s.id)
    ORDER BY s.name`.map(({ joinTurns, ...row }) => ({ ...row, join: joinTurns === 1 }));
}

export const sourceNames = (database: ReadDatabase): { readonly id: SourceId; readonly name: string }[] =>
  allRows<{ id: SourceId; name: string }>(database)`SELECT id, name FROM sources ORDER BY name, id`;

/** Returns a page of the records that could not be imported, in order. */
export function listRejects(
  database: ReadDatabase,
  source: SourceId | null,
  offset: number,
  limit: number,
): { readonly total: number; readonly items: RejectRow[] } {
  const from = `FROM rejects r JOIN imports i ON i.id = r.import_id JOIN sources s ON s.id = i.source_id
    WHERE @source IS NULL OR i.source_id = @source`;
  return {
    total: countOf(database, `SELECT count(*) ${from}`, { source }),
    items: database
      .prepare<[object], RejectRow>(
        `SELECT s.name AS source, r.line, r.reason, r.excerpt, r.records
         ${from} ORDER BY r.id LIMIT @limit OFFSET @offset`,
      )
      .all({ source, offset, limit }),
  };
}
