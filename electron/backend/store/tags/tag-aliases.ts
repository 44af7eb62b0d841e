import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { readVocabulary, tagIds } from './tag-table.ts';

/**
 * Fills `temp.tag_aliases (raw, tag)` of a connection: for every tag that another one stands for now, that one.
 * Tags that stand for themselves have no row, so that `coalesce(a.tag, t.tag_id)` over a left join is what a tag
 * means. A temporary table belongs to its connection and touches no file, also where the connection only reads.
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

/** All tags that a tag stands for now, itself among them; after `keepTagAliases`. */
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
