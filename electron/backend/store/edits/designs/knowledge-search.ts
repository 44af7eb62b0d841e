import { z } from 'zod';
import type { KnowledgeId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { allRows, eachRow, oneValue, parseJson, sql } from '../../statements.ts';

/** A record of a table or document. All values of a query are bound parameters, so no text can become SQL. */

export interface KnowledgeRecord {
  readonly position: number;
  readonly content: Readonly<Record<string, unknown>>;
}

interface RawRecord {
  readonly position: number;
  readonly content: string;
}

const contentSchema = z.record(z.string(), z.unknown());
const recordOf = ({ position, content }: RawRecord): KnowledgeRecord => ({
  position,
  content: parseJson(contentSchema, content),
});

export interface KnowledgeBound {
  readonly column: string;
  readonly side: 'at_least' | 'at_most';
  readonly value: number | string;
}

/** The clock is checked after this many records. */
const PART = 5000;

/** Returns a column as a JSON path. Names that would need escapes are handled when records are read. */
const pathOf = (column: string): string => `$."${column}"`;
const isPlain = ({ column }: KnowledgeBound): boolean => !/["\\\p{Cc}]/u.test(column);

export const recordsFrom = (
  database: ReadDatabase,
  source: KnowledgeId,
  from: number,
  count: number,
): KnowledgeRecord[] =>
  allRows<RawRecord>(database)`
    SELECT position, content FROM knowledge_rows
    WHERE source_id = ${source} AND position >= ${from} ORDER BY position LIMIT ${count}`.map(recordOf);

/** Yields records in file order, and null now and then, so that the caller can stop. */
export function* recordsWithin(
  database: ReadDatabase,
  source: KnowledgeId,
  records: number,
  bounds: readonly KnowledgeBound[],
): Generator<KnowledgeRecord | null> {
  const asked = bounds.filter(isPlain);
  const tests = asked.map(({ side }) => `AND content ->> ? ${side === 'at_least' ? '>=' : '<='} ?`);
  const read = database.prepare<unknown[], RawRecord>(
    `SELECT position, content FROM knowledge_rows
     WHERE source_id = ? AND position >= ? AND position < ? ${tests.join(' ')} ORDER BY position`,
  );
  const bound = asked.flatMap(({ column, value }) => [pathOf(column), value]);
  for (let from = 0; from < records; from += PART) {
    for (const row of read.iterate(source, from, from + PART, ...bound)) yield recordOf(row);
    yield null;
  }
}

export function* recordsWithPhrases(
  database: ReadDatabase,
  source: KnowledgeId,
  phrases: readonly string[],
): Generator<KnowledgeRecord> {
  for (const row of found(database, source, phrases.map(quoted).join(' AND '))) yield recordOf(row);
}

export function* recordsWithWords(
  database: ReadDatabase,
  source: KnowledgeId,
  words: readonly string[],
): Generator<KnowledgeRecord> {
  for (const row of found(database, source, words.map(quoted).join(' OR '))) yield recordOf(row);
}

/** Returns places with their BM25 scores; higher is better. */
export const scoresOfWords = (
  database: ReadDatabase,
  source: KnowledgeId,
  words: readonly string[],
): Iterable<{ readonly position: number; readonly score: number }> =>
  found(database, source, words.map(quoted).join(' OR '), true);

const quoted = (phrase: string): string => `"${phrase.replaceAll('"', '""')}"`;

function found(
  database: ReadDatabase,
  source: KnowledgeId,
  expression: string,
  isScored = false,
): IterableIterator<RawRecord & { readonly score: number }> {
  // Ids ascend in the order of positions.
  const first = oneValue<number>(database)`
    SELECT id FROM knowledge_rows WHERE source_id = ${source} ORDER BY position LIMIT 1`;
  const last = oneValue<number>(database)`
    SELECT id FROM knowledge_rows WHERE source_id = ${source} ORDER BY position DESC LIMIT 1`;
  const [content, score] = isScored ? [`''`, '-bm25(knowledge_search)'] : ['r.content', '0'];
  return eachRow<RawRecord & { readonly score: number }>(database)`
    SELECT r.position, ${sql(content)} AS content, ${sql(score)} AS score
    FROM knowledge_search s JOIN knowledge_rows r ON r.id = s.rowid
    WHERE knowledge_search MATCH ${expression} AND s.rowid BETWEEN ${first ?? 0} AND ${last ?? -1} AND
      r.source_id = ${source} ORDER BY s.rowid`;
}
