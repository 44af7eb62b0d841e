import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';
import { readVocabulary, type Vocabulary } from './tag-table.ts';

export interface VocabularyItem {
  readonly id: TagId;
  readonly name: string;
  readonly rounds: number;
  readonly roles: Role[];
}

/** How many rounds of each role the run gave each tag; tags that are one now are counted as one. */
function givenRounds(database: ReadDatabase, run: RunId, vocabulary: Vocabulary): Map<TagId, number[]> {
  const rows = database
    .prepare<[number], { tag: TagId; role: number; rounds: number }>(
      'SELECT tag_id AS tag, role, rounds FROM run_vocabulary WHERE run_id = ?',
    )
    .all(run);
  const members = new Map<TagId, Set<TagId>>();
  for (const { tag } of rows) {
    const id = vocabulary.canonical(tag);
    members.set(id, (members.get(id) ?? new Set()).add(tag));
  }
  const counts = new Map<TagId, number[]>();
  const put = (id: TagId, role: number, rounds: number): void => {
    const byRole = counts.get(id) ?? ROLES.map(() => 0);
    byRole[role] = rounds;
    counts.set(id, byRole);
  };
  for (const { tag, role, rounds } of rows) {
    const id = vocabulary.canonical(tag);
    if (members.get(id)?.size === 1) put(id, role, rounds);
  }
  // Two tags of one round that became one are one; only the rounds themselves tell.
  const count = database.prepare<[number, string], { role: number; rounds: number }>(
    `SELECT r.role, count(DISTINCT t.round_id) AS rounds FROM run_tags t JOIN rounds r ON r.id = t.round_id
     WHERE t.run_id = ? AND t.tag_id IN (SELECT value FROM json_each(?)) GROUP BY r.role`,
  );
  for (const [id, tags] of members) {
    if (tags.size === 1) continue;
    for (const { role, rounds } of count.all(run, JSON.stringify([...tags]))) put(id, role, rounds);
  }
  return counts;
}

/** The tags of a run with how many rounds carry them now, most frequent first (ties by name). */
export function vocabularyOf(database: ReadDatabase, run: RunId, tagger: string): VocabularyItem[] {
  const vocabulary = readVocabulary(database);
  const counts = givenRounds(database, run, vocabulary);
  const decisions = new Map<string, { round: RoundId; tag: TagId; present: number; role: number }>();
  for (const row of database
    .prepare<[string], { round: RoundId; tag: TagId; present: number; role: number }>(
      `SELECT p.round_id AS round, p.tag_id AS tag, p.present, r.role
       FROM person_tags p JOIN rounds r ON r.id = p.round_id WHERE p.tagger = ?
       ORDER BY p.round_id, p.edit_id, p.tag_id`,
    )
    .all(tagger)) {
    const tag = vocabulary.canonical(row.tag);
    decisions.set(`${row.round} ${tag}`, { ...row, tag });
  }
  const given = database.prepare('SELECT tag_id FROM run_tags WHERE run_id = ? AND round_id = ?').pluck();
  for (const { round, tag, present, role } of decisions.values()) {
    const machineHas = (given.all(run, round) as TagId[]).some((id) => vocabulary.canonical(id) === tag);
    if ((present === 1) === machineHas) continue;
    const byRole = counts.get(tag) ?? ROLES.map(() => 0);
    byRole[role] += present === 1 ? 1 : -1;
    counts.set(tag, byRole);
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...counts]
    .map(([id, byRole]) => ({
      id,
      name: vocabulary.nameOf(id),
      rounds: byRole.reduce((sum, rounds) => sum + rounds, 0),
      roles: ROLES.filter((_, role) => byRole[role] > 0),
    }))
    .filter((item) => item.rounds > 0)
    .sort((a, b) => b.rounds - a.rounds || compare(a.name, b.name));
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
