import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { allValues } from '../statements.ts';
import { keepTagAliases, membersOf } from './tag-aliases.ts';

/** Returns turns that may show a tag: those that people gave it, latest first, then the run's. At most 2 · `limit`. */
export function exampleRounds(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: string },
  tag: TagId,
  limit: number,
): RoundId[] {
  keepTagAliases(database);
  const tags = JSON.stringify(membersOf(database, tag));
  const given = allValues<RoundId>(database)`
    SELECT round_id FROM person_tags WHERE tag_id IN (SELECT value FROM json_each(${tags}))
      AND tagger = ${run.tagger} AND present = 1 ORDER BY edit_id DESC LIMIT ${limit}`;
  const said = allValues<RoundId>(database)`
    SELECT round_id FROM run_tags WHERE run_id = ${run.id}
      AND tag_id IN (SELECT value FROM json_each(${tags})) LIMIT ${limit}`;
  return [...new Set([...given, ...said])];
}
