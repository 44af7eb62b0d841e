import { z } from 'zod';
import type { RemovedSource } from '#shared/contract/removing.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allRows, allValues, oneValue, parseJson, theRow } from '../statements.ts';

const stateSchema = z.object({
  corpusVersion: z.number(),
  fingerprint: z.string(),
  /** The cleaning that was in force, as the project notes it. */
  cleaning: z.string().nullable(),
});
/** The state of the project before a source was removed. */
export type StateBefore = z.infer<typeof stateSchema>;

export const stateBefore = (database: ReadDatabase, source: SourceId): StateBefore =>
  parseJson(
    stateSchema,
    theRow(oneValue<string>(database)`SELECT state FROM removed_sources WHERE id = ${source}`),
  );

/** Returns the sources that can be restored, latest removal first. */
export const listRemovedSources = (database: ReadDatabase): RemovedSource[] =>
  allRows<RemovedSource>(
    database,
  )`SELECT id, name, format, path, dialogues, utterances, removed_at AS removedAt
    FROM removed_sources ORDER BY removed_at DESC, id DESC`;

export const hasRemovedSources = (database: ReadDatabase): boolean =>
  oneValue(database)`SELECT 1 FROM removed_sources LIMIT 1` !== undefined;

/** Files that removed sources were read from last. */
export const pathsOfRemoved = (database: ReadDatabase): string[] =>
  allValues<string>(database)`SELECT path FROM removed_sources`;
