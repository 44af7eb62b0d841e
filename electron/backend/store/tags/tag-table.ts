import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, allValues, countOf, eachRow, oneRow, oneValue, sql, theRow } from '../statements.ts';

const LONGEST = 80;

/**
 * Returns a label without white space, commas and control characters, cut to 80 characters; null if nothing is left.
 */
export function tagNameOf(label: string): string | null {
  const name = label
    .replace(/(?!\s)\p{Cc}/gu, '')
    .trim()
    .replace(/^#+/, '')
    .replace(/[\s,]+/gu, '-')
    .toWellFormed();
  const short = [...name].slice(0, LONGEST).join('');
  return short === '' ? null : short;
}

export interface TagRow {
  readonly id: TagId;
  readonly name: string;
  readonly mergedInto: TagId | null;
  readonly description: string;
  readonly archived: boolean;
  /** True if the tag is in the vocabulary even if no turn has it. */
  readonly kept: boolean;
}

const COLUMNS = 'id, name, merged_into AS mergedInto, description, archived, kept';

type RawTag = Omit<TagRow, 'archived' | 'kept'> & { readonly archived: number; readonly kept: number };

const toTag = (row: RawTag): TagRow => ({ ...row, archived: row.archived === 1, kept: row.kept === 1 });

/** The vocabulary after merges. Tags with equal names count as the first of them. */
export type Vocabulary = ReturnType<typeof readVocabulary>;

type VocabularyRow = Pick<RawTag, 'id' | 'name' | 'mergedInto' | 'archived'>;

export function readVocabulary(database: ReadDatabase) {
  const rows = new Map<TagId, VocabularyRow>();
  // A person may give a tag a name that a tagger later gives another tag. People then see both as one tag.
  const firstOfName = new Map<string, TagId>();
  const archivedNames = new Set<string>();
  for (const row of eachRow<VocabularyRow>(database)`
    SELECT id, name, merged_into AS mergedInto, archived FROM tags ORDER BY id`) {
    rows.set(row.id, row);
    if (row.mergedInto !== null || firstOfName.has(row.name)) continue;
    firstOfName.set(row.name, row.id);
    if (row.archived === 1) archivedNames.add(row.name);
  }
  const canonical = (tag: TagId): TagId => {
    let row = rows.get(tag);
    // A merge leads to a tag that was not merged at that time. Later merges form chains, which always end.
    for (let hops = 0; row?.mergedInto != null && hops < rows.size; hops++) row = rows.get(row.mergedInto);
    return (row && firstOfName.get(row.name)) ?? row?.id ?? tag;
  };
  return {
    canonical,
    nameOf: (tag: TagId) =>
      rows.get(canonical(tag))?.name ??
      '' /** Names of archived tags. Turns keep them, but they are neither offered nor learned from. */,
    archivedNames,
  };
}

export function findTag(database: ReadDatabase, tag: TagId): TagRow | null {
  const row = oneRow<RawTag>(database)`SELECT ${sql(COLUMNS)} FROM tags WHERE id = ${tag}`;
  return row ? toTag(row) : null;
}

export function allTags(database: ReadDatabase): TagRow[] {
  return allRows<RawTag>(database)`SELECT ${sql(COLUMNS)} FROM tags ORDER BY id`.map(toTag);
}

export function tagByName(database: ReadDatabase, name: string): TagId | null {
  return tagsNamed(database, name)[0] ?? null;
}

export function tagsNamed(database: ReadDatabase, name: string): TagId[] {
  return allValues<TagId>(database)`
    SELECT id FROM tags WHERE name = ${name} AND merged_into IS NULL ORDER BY id`;
}

/** True if a run gave this tag or a tag merged into it, if a person decided on it, or if it is kept. */
export function isTagInUse(database: ReadDatabase, tag: TagId): boolean {
  const { canonical } = readVocabulary(database);
  const isUsed = (id: TagId): boolean =>
    oneRow(database)`
      SELECT 1 FROM tags WHERE id = ${id} AND kept = 1
      UNION ALL SELECT 1 FROM run_vocabulary WHERE tag_id = ${id}
      UNION ALL SELECT 1 FROM person_tags WHERE tag_id = ${id} LIMIT 1` !== undefined;
  return tagIds(database).some((id) => canonical(id) === tag && isUsed(id));
}

export const tagIds = (database: ReadDatabase): TagId[] =>
  allValues<TagId>(database)`SELECT id FROM tags ORDER BY id`;

export const countTags = (database: ReadDatabase): number =>
  countOf(database, 'SELECT count(*) FROM tags WHERE merged_into IS NULL');

export function givenNameReader(database: ReadDatabase): (givenName: string) => TagId | null {
  return (givenName) =>
    oneValue<TagId>(database)`SELECT id FROM tags WHERE given_name = ${givenName}` ?? null;
}

/** Returns the id for a tagger's name. Tags keep their first name here, so that a rerun finds them after a rename. */
export function tagWriter(database: WriteDatabase) {
  const find = givenNameReader(database);
  const known = new Map<string, TagId>();
  return (givenName: string): TagId => {
    const cached = known.get(givenName);
    if (cached !== undefined) return cached;
    const id = find(givenName) ?? insertTag(database, givenName, givenName);
    known.set(givenName, id);
    return id;
  };
}

/** Returns the tag that has this name or to which a tagger gave this name, or a new tag. */
export function ensureTagNamed(database: WriteDatabase, name: string): TagId {
  const carried = tagByName(database, name);
  if (carried !== null) return carried;
  // The name belonged to a tag that was renamed. A person who types it does not mean that tag.
  let givenName = name;
  const find = givenNameReader(database);
  for (let copy = 2; find(givenName) !== null; copy++) givenName = `${name}~${copy}`;
  return insertTag(database, givenName, name);
}

const insertTag = (database: WriteDatabase, givenName: string, name: string): TagId =>
  theRow(
    oneValue<TagId>(
      database,
    )`INSERT INTO tags (given_name, name) VALUES (${givenName}, ${name}) RETURNING id`,
  );

/** Fills `temp.tag_aliases (raw, tag)` with merged tags only, so use `coalesce(a.tag, t.tag_id)` with a left join. */
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

export function membersOf(database: ReadDatabase, tag: TagId): TagId[] {
  const canonical = oneValue<TagId>(database)`SELECT tag FROM temp.tag_aliases WHERE raw = ${tag}` ?? tag;
  const aliases = allValues<TagId>(database)`
    SELECT raw FROM temp.tag_aliases WHERE tag = ${canonical} ORDER BY raw`;
  return [canonical, ...aliases];
}

/** Returns at most 2 · `limit` turns: first those to which people gave the tag, latest first, then the run's. */
export function exampleTurns(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: string },
  tag: TagId,
  limit: number,
): TurnId[] {
  keepTagAliases(database);
  const tags = JSON.stringify(membersOf(database, tag));
  const given = allValues<TurnId>(database)`
    SELECT round_id FROM person_tags WHERE tag_id IN (SELECT value FROM json_each(${tags}))
      AND tagger = ${run.tagger} AND present = 1 ORDER BY edit_id DESC LIMIT ${limit}`;
  const said = allValues<TurnId>(database)`
    SELECT round_id FROM run_tags WHERE run_id = ${run.id}
      AND tag_id IN (SELECT value FROM json_each(${tags})) LIMIT ${limit}`;
  return [...new Set([...given, ...said])];
}
