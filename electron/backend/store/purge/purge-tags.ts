import type { EditId, TagId } from '#shared/domain/ids.ts';
import { textsOfAnswer } from '../comparing/vote-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, change, sql } from '../statements.ts';
import type { Mentions, PurgedRows } from './purge-words.ts';

export function planVotes(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): Set<number> {
  return new Set(
    allRows<{ id: number; a: string; b: string; named: number }>(database)`
      SELECT id, a, b, dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)}) OR EXISTS (
        SELECT 1 FROM vote_pair_dialogues d
        WHERE d.pair_id = p.id AND d.dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})) AS named
      FROM vote_pairs p ORDER BY id`
      .filter(({ a, b, named }) => named === 1 || [...textsOfAnswer(a), ...textsOfAnswer(b)].some(mentions))
      .map(({ id }) => id),
  );
}

export function editsOfKeptVotes(database: ReadDatabase, gone: ReadonlySet<number>): EditId[] {
  return allValues<EditId>(database)`SELECT edit_id FROM votes WHERE pair_id NOT IN (SELECT value
    FROM json_each(${JSON.stringify([...gone])}))`;
}

/** Deletes votes. Call it before the dialogues and the edits are removed. */
export function purgeVotes(database: WriteDatabase, pairs: ReadonlySet<number>, mentions: Mentions): void {
  change(database)`
    DELETE FROM vote_pairs WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...pairs])}))`;
  for (const { pair, note } of allRows<{ pair: number; note: string }>(database)`
    SELECT pair_id AS pair, note FROM votes WHERE note <> ''`) {
    if (mentions(note)) change(database)`UPDATE votes SET note = '' WHERE pair_id = ${pair}`;
  }
}

interface TagNames {
  readonly id: TagId;
  readonly given: string;
  readonly name: string;
  readonly into: TagId | null;
}

export interface TagPlan {
  readonly gone: ReadonlySet<TagId>;
  /** Tags that stay with a different given name, because a tagger used the old name only for purged turns. */
  readonly renamed: ReadonlyMap<TagId, string>;
  readonly lostNames: ReadonlySet<string>;
}

/** Returns the tags that purged turns (`IN`) or remaining turns (`NOT IN`) have, or have a decision on. */
function carried(database: ReadDatabase, purged: PurgedRows, side: 'IN' | 'NOT IN'): Set<TagId> {
  const where = `round_id ${side} (SELECT id FROM ${purged.turns})`;
  return new Set(
    allValues<TagId>(database)`
      SELECT tag_id FROM run_tags WHERE ${sql(where)} UNION SELECT tag_id FROM person_tags WHERE ${sql(where)}
      UNION SELECT tag_id FROM edit_decisions WHERE ${sql(where)}`,
  );
}

/**
 * Plans which tags are deleted: tags that only purged turns have, and unused tags whose names contain purged words. A
 * tag stays if it is merged with a tag that stays.
 */
export function planTags(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): TagPlan {
  const tags = allRows<TagNames>(database)`
    SELECT id, given_name AS given, name, merged_into AS "into" FROM tags ORDER BY id`;
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const withTargets = (ids: Iterable<TagId>): Set<TagId> => {
    const all = new Set<TagId>();
    for (let id of ids) {
      for (let tag = byId.get(id); tag && !all.has(id); tag = byId.get(id)) {
        all.add(id);
        if (tag.into === null) break;
        id = tag.into;
      }
    }
    return all;
  };
  const kept = withTargets(carried(database, purged, 'NOT IN'));
  const touched = withTargets(carried(database, purged, 'IN'));
  // If an unused tag was merged into a purged tag, its name is a former name of that tag.
  const isFormerName = (id: TagId): boolean => [...withTargets([id])].some((target) => touched.has(target));
  const candidates = tags.filter(
    ({ id, given, name }) => !kept.has(id) && (isFormerName(id) || mentions(given) || mentions(name)),
  );
  const gone = new Set(candidates.map(({ id }) => id));
  // If a merged tag stays, the tag that it was merged into has to stay too.
  for (const id of withTargets(tags.filter(({ id }) => !gone.has(id)).map(({ id }) => id))) gone.delete(id);

  const givenElsewhere = new Set(
    allValues<TagId>(database)`
      SELECT DISTINCT tag_id FROM run_tags WHERE round_id NOT IN (SELECT id FROM ${sql(purged.turns)})`,
  );
  const taken = new Set(tags.filter(({ id }) => !gone.has(id)).map(({ given }) => given));
  const renamed = new Map<TagId, string>();
  for (const { id, given, name } of tags) {
    if (gone.has(id) || given === name || givenElsewhere.has(id)) continue;
    if (!touched.has(id) && !mentions(given)) continue;
    let free = name;
    for (let copy = 2; taken.has(free); copy++) free = `${name}~${copy}`;
    taken.add(free);
    renamed.set(id, free);
  }
  const shown = new Set(
    tags.filter(({ id }) => !gone.has(id)).flatMap(({ id, given, name }) => [renamed.get(id) ?? given, name]),
  );
  const lostNames = new Set(
    tags
      .filter(({ id }) => gone.has(id) || renamed.has(id))
      .flatMap(({ given, name }) => [given, name])
      .filter((name) => !shown.has(name)),
  );
  return { gone, renamed, lostNames };
}

/** Changes names and descriptions. Nothing refers to the deleted rows by then. */
export function purgeTags(database: WriteDatabase, { gone, renamed }: TagPlan, mentions: Mentions): void {
  const ids = JSON.stringify([...gone]);
  change(database)`DELETE FROM tag_pins WHERE tag_id IN (SELECT value FROM json_each(${ids}))`;
  change(database)`DELETE FROM tags WHERE id IN (SELECT value FROM json_each(${ids}))`;
  for (const [id, name] of renamed) change(database)`UPDATE tags SET given_name = ${name} WHERE id = ${id}`;
  for (const { id, description } of allRows<{ id: TagId; description: string }>(database)`
    SELECT id, description FROM tags WHERE description <> ''`) {
    if (mentions(description)) change(database)`UPDATE tags SET description = '' WHERE id = ${id}`;
  }
}

/** Subtracts the purged turns from the counts of all runs. */
export function purgeVocabulary(database: WriteDatabase, purged: PurgedRows): void {
  change(database)`UPDATE run_vocabulary AS v SET rounds = v.rounds - less.turns
    FROM (SELECT t.run_id, t.tag_id, r.role, count(*) AS turns FROM run_tags t JOIN rounds r
    ON r.id = t.round_id
          WHERE t.round_id IN (SELECT id FROM ${sql(purged.turns)}) GROUP BY t.run_id, t.tag_id,
          r.role) AS less
    WHERE v.run_id = less.run_id AND v.tag_id = less.tag_id AND v.role = less.role`;
  change(database)`DELETE FROM run_vocabulary WHERE rounds <= 0`;
}
