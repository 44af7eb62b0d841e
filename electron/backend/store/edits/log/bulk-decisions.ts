import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../database.ts';
import { type FilterScope, type TurnQuery, turnFilterQuery, turnIds } from '../../review/turn-filter.ts';
import { membersOf } from '../../tags/tag-table.ts';

export interface TagReplacement {
  readonly remove: TagId | null;
  readonly add: TagId | null;
}

/**
 * Returns the decisions that replace a tag on every turn of a filter. If a machine gave the removed tag, a decision is
 * stored, so that a rerun does not restore the tag.
 */
export function bulkDecisions(
  database: ReadDatabase,
  filter: TurnFilter,
  replacement: TagReplacement,
  scope: FilterScope,
) {
  const { remove, add } = replacement;
  const on = changedTurns(database, filter, replacement, scope);
  const rows: [TurnId, TagId, number | null][] = remove === null ? [] : removals(database, on, remove);
  if (add !== null) {
    const lacking = turnFilterQuery(
      database,
      { ...narrowed(filter, replacement), untagged: [...filter.untagged, add] },
      scope,
    );
    for (const turn of turnIds(database, lacking)) rows.push([turn, add, 1]);
  }
  return {
    decisions: {
      tagger: scope.run?.tagger ?? '',
      turns: Int32Array.from(rows, ([turn]) => turn),
      tags: Int32Array.from(rows, ([, tag]) => tag),
      after: Int8Array.from(rows, ([, , after]) => after ?? -1),
    },
    changed: new Set(rows.map(([turn]) => turn)).size,
  };
}

/** Returns the turns that a replacement would change. */
export function changedTurns(
  database: ReadDatabase,
  filter: TurnFilter,
  replacement: TagReplacement,
  scope: FilterScope,
): TurnQuery {
  const { remove, add } = replacement;
  const within = narrowed(filter, replacement);
  return turnFilterQuery(
    database,
    remove === null && add !== null ? { ...within, untagged: [...within.untagged, add] } : within,
    scope,
  );
}

const narrowed = (filter: TurnFilter, { remove }: TagReplacement): TurnFilter =>
  remove === null ? filter : { ...filter, tagged: [...filter.tagged, remove] };

function removals(
  database: ReadDatabase,
  { sql, params }: TurnQuery,
  tag: TagId,
): [TurnId, TagId, number | null][] {
  const members = membersOf(database, tag);
  return database
    .prepare<unknown[], [TurnId, TagId, number | null]>(
      `WITH chosen AS MATERIALIZED (${sql}),
         given AS (SELECT DISTINCT c.id FROM chosen c JOIN run_tags t
           ON t.run_id = @filter_run AND t.round_id = c.id AND t.tag_id IN (SELECT value FROM json_each(@members)))
       SELECT p.round_id, p.tag_id,
         CASE WHEN p.tag_id = @tag AND p.round_id IN (SELECT id FROM given) THEN 0 END
       FROM chosen c JOIN person_tags p
         ON p.tagger = @filter_tagger AND p.round_id = c.id AND p.tag_id IN (SELECT value FROM json_each(@members))
       UNION SELECT id, @tag, 0 FROM given
       UNION SELECT v.round_id, v.tag_id, 0 FROM chosen c JOIN person_tags p
         ON p.tagger = @filter_tagger AND p.round_id = c.id AND p.present = 1
           AND p.tag_id IN (SELECT value FROM json_each(@members))
         JOIN person_tags v
         ON v.tagger = p.tagger AND v.round_id = p.round_id AND v.edit_id = p.edit_id AND v.present = 0
           AND v.tag_id NOT IN (SELECT value FROM json_each(@members))
       ORDER BY 1, 2`,
    )
    .raw()
    .all({ ...params, tag: members[0], members: JSON.stringify(members) });
}
