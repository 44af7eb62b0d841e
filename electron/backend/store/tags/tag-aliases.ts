import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { readVocabulary, tagIds } from './tag-table.ts';

/**
 * Fills `temp.tag_aliases (raw, tag)` of a connection: for every merged tag, its current tag. Other tags have
 * no row, so `coalesce(a.tag, t.tag_id)` over a left join gives the current tag. A temporary table belongs to
 * its connection and touches no file, even if the connection is read-only.
 */
export function keepTagAliases(database: ReadDatabase): void {
  const { canonical } = readVocabulary(database);
  const aliases = tagIds(database)
    .map((id) => [id, canonical(id)])
    .filter(([raw, tag]) => raw !== tag);
  database.exec(
    `CREATE TEMP TABLE IF NOT EXISTS tag_aliases (raw INTEGER PRIMARY KEY, tag INTEGER NOT NULL);
     DELETE FROM temp.tag_aliases;`,
  );
  if (aliases.length === 0) return;
  database
    .prepare('INSERT INTO temp.tag_aliases (raw, tag) SELECT value ->> 0, value ->> 1 FROM json_each(?)')
    .run(JSON.stringify(aliases));
}

/** All tags merged into a tag, including itself. Call after `keepTagAliases`. */
export function membersOf(database: ReadDatabase, tag: TagId): TagId[] {
  const canonical =
    database.prepare<[TagId], TagId>('SELECT tag FROM temp.tag_aliases WHERE raw = ?').pluck().get(tag) ??
    tag;
  const aliases = database
    .prepare<unknown[], TagId>('SELECT raw FROM temp.tag_aliases WHERE tag = ? ORDER BY raw')
    .pluck()
    .all(canonical);
  return [canonical, ...aliases];
}
