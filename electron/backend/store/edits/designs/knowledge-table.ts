import { z } from 'zod';
import {
  type KnowledgeColumn,
  knowledgeColumnSchema,
  type ListedKnowledge,
} from '#shared/contract/worksheets.ts';
import type { KnowledgeId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, allValues, change, oneValue, parseJson, type Raw } from '../../statements.ts';
import type { ChangedTable } from '../log/placed-changes.ts';

const heldSchema = z.object({ source: z.int().transform((id) => id as KnowledgeId) }).nullable();
const knowledgeChangeSchema = z.object({
  table: z.literal('knowledge_names'),
  application: z.string(),
  name: z.string(),
  before: heldSchema,
  after: heldSchema,
});
type KnowledgeChange = z.infer<typeof knowledgeChangeSchema>;

const keyOf = ({ application, name }: KnowledgeChange): string => `knowledge ${application} ${name}`;

export const knowledgeChanges: ChangedTable<KnowledgeChange> = {
  schema: knowledgeChangeSchema,
  apply(database, { application, name, before, after }, _edit, direction) {
    const held = direction === 'backward' ? before : after;
    change(database)`DELETE FROM knowledge_names WHERE application = ${application} AND name = ${name}`;
    if (held)
      change(database)`INSERT INTO knowledge_names (application, name, source_id)
        VALUES (${application}, ${name}, ${held.source})`;
  },
  keysOf: (one) => [keyOf(one)],
  inverse(one, _edit, isFree) {
    return isFree(keyOf(one)) ? { ...one, before: one.after, after: one.before } : null;
  },
};

export interface KnowledgeSource extends ListedKnowledge {
  readonly fingerprint: string;
}

const columnsSchema = z.array(knowledgeColumnSchema);

export const listKnowledge = (database: ReadDatabase): KnowledgeSource[] =>
  allRows<Raw<KnowledgeSource, 'columns'>>(database)`
    SELECT s.id, s.kind, n.application, n.name, s.file, s.fingerprint, s.columns, s.records
    FROM knowledge_names n JOIN knowledge_sources s ON s.id = n.source_id
    ORDER BY s.kind DESC, n.application, n.name`.map((row) => ({
    ...row,
    columns: parseJson(columnsSchema, row.columns),
  }));

/** Returns the change that gives a name to a source; null if nothing changes. */
export function knowledgeAfter(
  database: ReadDatabase,
  application: string,
  name: string,
  source: KnowledgeId | null,
): KnowledgeChange | null {
  const held =
    oneValue<KnowledgeId>(database)`
      SELECT source_id FROM knowledge_names WHERE application = ${application} AND name = ${name}` ?? null;
  if (held === source) return null;
  const of = (id: KnowledgeId | null) => (id === null ? null : { source: id });
  return { table: 'knowledge_names', application, name, before: of(held), after: of(source) };
}

/** Returns the complete source that was made from a file, if there is one. */
export const sourceOfFile = (
  database: ReadDatabase,
  kind: KnowledgeSource['kind'],
  name: string,
  fingerprint: string,
): { readonly id: KnowledgeId; readonly records: number } | undefined =>
  allRows<{ id: KnowledgeId; records: number }>(database)`
    SELECT id, records FROM knowledge_sources
    WHERE kind = ${kind} AND name = ${name} AND fingerprint = ${fingerprint} AND records IS NOT NULL`[0];

export function beginSource(
  database: WriteDatabase,
  { kind, name, file, fingerprint }: Pick<KnowledgeSource, 'kind' | 'name' | 'file' | 'fingerprint'>,
): KnowledgeId {
  const { lastInsertRowid } = change(database)`
    INSERT INTO knowledge_sources (kind, name, file, fingerprint, columns)
    VALUES (${kind}, ${name}, ${file}, ${fingerprint}, '[]')`;
  return Number(lastInsertRowid) as KnowledgeId;
}

export function addRecords(
  database: WriteDatabase,
  source: KnowledgeId,
  position: number,
  records: readonly Readonly<Record<string, unknown>>[],
): void {
  database.transaction(() => {
    for (const [at, record] of records.entries())
      change(database)`
        INSERT INTO knowledge_rows (source_id, position, content)
        VALUES (${source}, ${position + at}, ${JSON.stringify(record)})`;
    change(database)`INSERT INTO knowledge_search (rowid, words)
      SELECT id, (SELECT group_concat(atom, ' ') FROM json_tree(content)) FROM knowledge_rows
      WHERE source_id = ${source} AND position >= ${position}`;
  })();
}

export function finishSource(
  database: WriteDatabase,
  source: KnowledgeId,
  columns: readonly KnowledgeColumn[],
  records: number,
): void {
  change(database)`UPDATE knowledge_sources SET columns = ${JSON.stringify(columns)}, records = ${records}
    WHERE id = ${source}`;
}

/** Removes sources whose import did not finish. @param one only this source; null for all */
export function removeUnfinishedSources(database: WriteDatabase, one: KnowledgeId | null = null): void {
  const left = allValues<KnowledgeId>(database)`
    SELECT id FROM knowledge_sources WHERE records IS NULL AND (${one} IS NULL OR id = ${one})`;
  for (const source of left) {
    database.transaction(() => {
      change(database)`DELETE FROM knowledge_search
        WHERE rowid IN (SELECT id FROM knowledge_rows WHERE source_id = ${source})`;
      change(database)`DELETE FROM knowledge_rows WHERE source_id = ${source}`;
      change(database)`DELETE FROM knowledge_sources WHERE id = ${source}`;
    })();
  }
}
