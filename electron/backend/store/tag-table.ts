import type { RoundTag, TaggerOrigin } from '#shared/contract/corpus.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';

export interface TagRow {
  readonly id: TagId;
  readonly name: string;
  readonly mergedInto: TagId | null;
}

/** The vocabulary with merged tags resolved to the one they were merged into. */
export interface Vocabulary {
  /** The tag that stands for `tag` now. */
  canonical(tag: TagId): TagId;
  /** The name shown and learned from. */
  nameOf(tag: TagId): string;
}

export function readVocabulary(database: ReadDatabase): Vocabulary {
  const rows = new Map<TagId, TagRow>();
  for (const row of database
    .prepare<[], TagRow>('SELECT id, name, merged_into AS mergedInto FROM tags')
    .iterate()) {
    rows.set(row.id, row);
  }
  const canonical = (tag: TagId): TagId => {
    let row = rows.get(tag);
    // A merge always points at a tag that was not merged then; chains come from later merges and end.
    for (let hops = 0; row?.mergedInto != null && hops < rows.size; hops++) row = rows.get(row.mergedInto);
    return row?.id ?? tag;
  };
  return { canonical, nameOf: (tag) => rows.get(canonical(tag))?.name ?? '' };
}

export function findTag(database: ReadDatabase, tag: TagId): TagRow | null {
  return (
    database
      .prepare<[number], TagRow>('SELECT id, name, merged_into AS mergedInto FROM tags WHERE id = ?')
      .get(tag) ?? null
  );
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
      const tag: RoundTag = { id, name: vocabulary.nameOf(id), origin: run.tagger, run: run.id };
      if (decision === false) removedTags.push(tag);
      else tags.push(decision === true ? { ...tag, origin: 'person', run: null } : tag);
    }
    for (const [id, present] of decisions) {
      if (present && !seen.has(id))
        tags.push({ id, name: vocabulary.nameOf(id), origin: 'person', run: null });
    }
    return { tags, removedTags };
  };
}

export interface VocabularyItem {
  readonly id: TagId;
  readonly name: string;
  readonly rounds: number;
  readonly roles: Role[];
}

/** The tags of a run with how many rounds carry them now, most frequent first (ties by name). */
export function vocabularyOf(database: ReadDatabase, run: RunId, tagger: string): VocabularyItem[] {
  const vocabulary = readVocabulary(database);
  const items = new Map<TagId, { rounds: number; roles: Set<Role> }>();
  const add = (tag: TagId, role: number, rounds: number): void => {
    const id = vocabulary.canonical(tag);
    const item = items.get(id) ?? { rounds: 0, roles: new Set<Role>() };
    item.rounds += rounds;
    item.roles.add(ROLES[role]);
    items.set(id, item);
  };
  for (const row of database
    .prepare<[number], { tag: TagId; role: number; rounds: number }>(
      'SELECT tag_id AS tag, role, rounds FROM run_vocabulary WHERE run_id = ?',
    )
    .all(run)) {
    add(row.tag, row.role, row.rounds);
  }
  const given = database.prepare('SELECT tag_id FROM run_tags WHERE run_id = ? AND round_id = ?').pluck();
  for (const row of database
    .prepare<[string], { round: RoundId; tag: TagId; present: number; role: number }>(
      `SELECT p.round_id AS round, p.tag_id AS tag, p.present, r.role
       FROM person_tags p JOIN rounds r ON r.id = p.round_id WHERE p.tagger = ?`,
    )
    .all(tagger)) {
    const machineHas = (given.all(run, row.round) as TagId[]).some(
      (tag) => vocabulary.canonical(tag) === vocabulary.canonical(row.tag),
    );
    if (row.present === 1 && !machineHas) add(row.tag, row.role, 1);
    if (row.present === 0 && machineHas) add(row.tag, row.role, -1);
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...items]
    .filter(([, item]) => item.rounds > 0)
    .map(([id, item]) => ({
      id,
      name: vocabulary.nameOf(id),
      rounds: item.rounds,
      roles: [...item.roles].sort(),
    }))
    .sort((a, b) => b.rounds - a.rounds || compare(a.name, b.name));
}

export interface RunTagBatch {
  /** In order; a round's tags together, best first. */
  readonly rounds: readonly RoundId[];
  /** length = rounds */
  readonly tags: readonly (readonly string[])[];
}

/** Writes what a tagger said, batch by batch. */
export function runTagWriter(database: WriteDatabase, run: RunId) {
  const tagId = tagWriter(database);
  const insert = database.prepare(
    'INSERT INTO run_tags (run_id, round_id, position, tag_id) VALUES (?, ?, ?, ?)',
  );
  return database.transaction((batch: RunTagBatch) => {
    batch.rounds.forEach((round, index) => {
      batch.tags[index].forEach((name, position) => {
        insert.run(run, round, position, tagId(name));
      });
    });
  });
}

/** Counts the run's vocabulary once all its tags are written; returns its size. */
export function summariseVocabulary(database: WriteDatabase, run: RunId): number {
  database
    .prepare(
      `INSERT INTO run_vocabulary (run_id, tag_id, role, rounds)
       SELECT t.run_id, t.tag_id, r.role, count(*) FROM run_tags t JOIN rounds r ON r.id = t.round_id
       WHERE t.run_id = ? GROUP BY t.tag_id, r.role`,
    )
    .run(run);
  return database
    .prepare('SELECT count(DISTINCT tag_id) FROM run_vocabulary WHERE run_id = ?')
    .pluck()
    .get(run) as number;
}
