import type { RoundTag, TaggerOrigin } from '#shared/contract/corpus.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';

export interface TagRow {
  readonly id: TagId;
  readonly name: string;
  readonly mergedInto: TagId | null;
  readonly description: string;
  /** Neither offered nor learned from any more. */
  readonly archived: boolean;
  /** In the vocabulary also while no round carries it. */
  readonly kept: boolean;
}

const COLUMNS = 'id, name, merged_into AS mergedInto, description, archived, kept';

type RawTag = Omit<TagRow, 'archived' | 'kept'> & { readonly archived: number; readonly kept: number };

const toTag = (row: RawTag): TagRow => ({ ...row, archived: row.archived === 1, kept: row.kept === 1 });

/** The vocabulary with merged tags resolved to the one they were merged into, and tags of one name to the first. */
export interface Vocabulary {
  /** The tag that stands for `tag` now. */
  canonical(tag: TagId): TagId;
  /** The name shown and learned from. */
  nameOf(tag: TagId): string;
  /** Names of tags that are archived: rounds keep them, but they are neither offered nor learned from. */
  readonly archivedNames: ReadonlySet<string>;
}

interface VocabularyRow {
  readonly id: TagId;
  readonly name: string;
  readonly mergedInto: TagId | null;
  readonly archived: number;
}

export function readVocabulary(database: ReadDatabase): Vocabulary {
  const rows = new Map<TagId, VocabularyRow>();
  // A person may rename a tag to a name that a tagger gives another one later; people see one tag then.
  const firstOfName = new Map<string, TagId>();
  const archivedNames = new Set<string>();
  for (const row of database
    .prepare<[], VocabularyRow>('SELECT id, name, merged_into AS mergedInto, archived FROM tags ORDER BY id')
    .iterate()) {
    rows.set(row.id, row);
    if (row.mergedInto !== null || firstOfName.has(row.name)) continue;
    firstOfName.set(row.name, row.id);
    if (row.archived === 1) archivedNames.add(row.name);
  }
  const canonical = (tag: TagId): TagId => {
    let row = rows.get(tag);
    // A merge always points at a tag that was not merged then; chains come from later merges and end.
    for (let hops = 0; row?.mergedInto != null && hops < rows.size; hops++) row = rows.get(row.mergedInto);
    return (row && firstOfName.get(row.name)) ?? row?.id ?? tag;
  };
  return { canonical, nameOf: (tag) => rows.get(canonical(tag))?.name ?? '', archivedNames };
}

export function findTag(database: ReadDatabase, tag: TagId): TagRow | null {
  const row = database.prepare<[number], RawTag>(`SELECT ${COLUMNS} FROM tags WHERE id = ?`).get(tag);
  return row ? toTag(row) : null;
}

/** Every tag that there ever was, by ascending id. */
export function allTags(database: ReadDatabase): TagRow[] {
  return database.prepare<[], RawTag>(`SELECT ${COLUMNS} FROM tags ORDER BY id`).all().map(toTag);
}

/** The tag that carries this name now. */
export function tagByName(database: ReadDatabase, name: string): TagId | null {
  return (
    (database
      .prepare('SELECT id FROM tags WHERE name = ? AND merged_into IS NULL ORDER BY id LIMIT 1')
      .pluck()
      .get(name) as TagId | undefined) ?? null
  );
}

/** All tags that carry this name now; they are shown and learned from as one. */
export function tagsNamed(database: ReadDatabase, name: string): TagId[] {
  return database
    .prepare('SELECT id FROM tags WHERE name = ? AND merged_into IS NULL ORDER BY id')
    .pluck()
    .all(name) as TagId[];
}

/** True where a run gave this tag, or one that became it, a person decided on it, or it is kept. */
export function isTagInUse(database: ReadDatabase, tag: TagId): boolean {
  const { canonical } = readVocabulary(database);
  const used = database.prepare(
    `SELECT 1 FROM tags WHERE id = @id AND kept = 1
     UNION ALL SELECT 1 FROM run_vocabulary WHERE tag_id = @id
     UNION ALL SELECT 1 FROM person_tags WHERE tag_id = @id LIMIT 1`,
  );
  const ids = database.prepare('SELECT id FROM tags').pluck().all() as TagId[];
  return ids.some((id) => canonical(id) === tag && used.get({ id }) !== undefined);
}

/**
 * Ids for names that a tagger gave. A tag is known by the name it was given first, so that a rerun meets the
 * tag again after a person renamed it.
 */
export function tagWriter(database: WriteDatabase) {
  const find = database.prepare('SELECT id FROM tags WHERE given_name = ?').pluck();
  const insert = database.prepare('INSERT INTO tags (given_name, name) VALUES (?, ?)');
  const known = new Map<string, TagId>();
  return (givenName: string): TagId => {
    const cached = known.get(givenName);
    if (cached !== undefined) return cached;
    const id = ((find.get(givenName) as TagId | undefined) ??
      Number(insert.run(givenName, givenName).lastInsertRowid)) as TagId;
    known.set(givenName, id);
    return id;
  };
}

/** The tag a person means by a name: the one that carries it, else one given that name, else a new one. */
export function ensureTagNamed(database: WriteDatabase, name: string): TagId {
  const carried = tagByName(database, name);
  if (carried !== null) return carried;
  // The name was given to a tag that was renamed since; a person who types it wants the name, not that tag.
  let givenName = name;
  const taken = database.prepare('SELECT 1 FROM tags WHERE given_name = ?').pluck();
  for (let copy = 2; taken.get(givenName) !== undefined; copy++) givenName = `${name}~${copy}`;
  return Number(
    database.prepare('INSERT INTO tags (given_name, name) VALUES (?, ?)').run(givenName, name)
      .lastInsertRowid,
  ) as TagId;
}

export interface PersonTag {
  readonly round: RoundId;
  readonly tag: TagId;
  readonly present: boolean;
}

export interface EffectiveTags {
  readonly tags: RoundTag[];
  readonly removedTags: RoundTag[];
}

/** Reads the tags of rounds as they stand: the run's, with people's decisions over them. */
export function effectiveTagReader(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: TaggerOrigin } | null,
  vocabulary: Vocabulary,
): (round: RoundId) => EffectiveTags {
  const machine = database
    .prepare('SELECT tag_id FROM run_tags WHERE run_id = ? AND round_id = ? ORDER BY position')
    .pluck();
  const person = database.prepare<[string, number], { tag: TagId; present: number }>(
    'SELECT tag_id AS tag, present FROM person_tags WHERE tagger = ? AND round_id = ? ORDER BY edit_id, tag_id',
  );
  const named = (id: TagId): Pick<RoundTag, 'id' | 'name' | 'archived'> => {
    const name = vocabulary.nameOf(id);
    return vocabulary.archivedNames.has(name) ? { id, name, archived: true } : { id, name };
  };
  return (round) => {
    if (run === null) return { tags: [], removedTags: [] };
    const decisions = new Map<TagId, boolean>();
    for (const row of person.all(run.tagger, round))
      decisions.set(vocabulary.canonical(row.tag), row.present === 1);
    const tags: RoundTag[] = [];
    const removedTags: RoundTag[] = [];
    const seen = new Set<TagId>();
    for (const raw of machine.all(run.id, round) as TagId[]) {
      const id = vocabulary.canonical(raw);
      if (seen.has(id)) continue;
      seen.add(id);
      const decision = decisions.get(id);
      const tag: RoundTag = { ...named(id), origin: run.tagger, run: run.id };
      if (decision === false) removedTags.push(tag);
      else tags.push(decision === true ? { ...tag, origin: 'person', run: null } : tag);
    }
    for (const [id, present] of decisions) {
      if (present && !seen.has(id)) tags.push({ ...named(id), origin: 'person', run: null });
    }
    return { tags, removedTags };
  };
}

export interface RunTagChunk {
  /** In order; a round's tags together, best first. */
  readonly rounds: readonly RoundId[];
  /** length = rounds */
  readonly tags: readonly (readonly string[])[];
}

/** Writes what a tagger said, chunk by chunk. */
export function runTagWriter(database: WriteDatabase, run: RunId) {
  const tagId = tagWriter(database);
  const insert = database.prepare(
    'INSERT INTO run_tags (run_id, round_id, position, tag_id) VALUES (?, ?, ?, ?)',
  );
  return database.transaction((chunk: RunTagChunk) => {
    chunk.rounds.forEach((round, index) => {
      chunk.tags[index].forEach((name, position) => {
        insert.run(run, round, position, tagId(name));
      });
    });
  });
}
