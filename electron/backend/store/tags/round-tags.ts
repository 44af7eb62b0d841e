import type { RoundTag, TaggerOrigin } from '#shared/contract/corpus.ts';
import type { RoundId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { eachRaw } from '../statements.ts';
import { tagWriter, type Vocabulary } from './tag-table.ts';

/** Reads what a run said of rounds, best first. */
export function runTagReader(database: ReadDatabase, run: RunId): (round: RoundId) => TagId[] {
  const read = database
    .prepare<[RunId, RoundId], TagId>(
      'SELECT tag_id FROM run_tags WHERE run_id = ? AND round_id = ? ORDER BY position',
    )
    .pluck();
  return (round) => read.all(run, round);
}

/** [round, tag] of all that a run said, by round, best first. */
export const eachRunTag = (database: ReadDatabase, run: RunId): IterableIterator<[RoundId, TagId]> =>
  eachRaw<[RoundId, TagId]>(database)`
    SELECT round_id, tag_id FROM run_tags WHERE run_id = ${run} ORDER BY round_id, position`;

/** [round, tag, 1 given or 0 taken away] of all that people decided, by round; a later edit counts over an earlier. */
export const eachDecision = (
  database: ReadDatabase,
  tagger: string,
): IterableIterator<[RoundId, TagId, number]> =>
  eachRaw<[RoundId, TagId, number]>(database)`
    SELECT round_id, tag_id, present FROM person_tags WHERE tagger = ${tagger}
    ORDER BY round_id, edit_id, tag_id`;

/** Reads which tags people decided on, either way, on the rounds of a tagger. */
export function decidedTagReader(database: ReadDatabase, tagger: string): (round: RoundId) => TagId[] {
  const read = database
    .prepare<[string, RoundId], TagId>('SELECT tag_id FROM person_tags WHERE tagger = ? AND round_id = ?')
    .pluck();
  return (round) => read.all(tagger, round);
}

/** Reads the tags that a run gave rounds, by the names they have now. */
export function runTagNameReader(
  database: ReadDatabase,
  run: RunId,
  vocabulary: Pick<Vocabulary, 'nameOf'>,
): (round: RoundId) => string[] {
  const read = runTagReader(database, run);
  return (round) => [...new Set(read(round).map((tag) => vocabulary.nameOf(tag)))];
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
  if (run === null) return () => ({ tags: [], removedTags: [] });
  const machine = runTagReader(database, run.id);
  const person = database.prepare<[string, RoundId], { tag: TagId; present: number }>(
    'SELECT tag_id AS tag, present FROM person_tags WHERE tagger = ? AND round_id = ? ORDER BY edit_id, tag_id',
  );
  const named = (id: TagId): Pick<RoundTag, 'id' | 'name' | 'archived'> => {
    const name = vocabulary.nameOf(id);
    return vocabulary.archivedNames.has(name) ? { id, name, archived: true } : { id, name };
  };
  return (round) => {
    const decisions = new Map<TagId, boolean>();
    for (const row of person.all(run.tagger, round))
      decisions.set(vocabulary.canonical(row.tag), row.present === 1);
    const tags: RoundTag[] = [];
    const removedTags: RoundTag[] = [];
    const seen = new Set<TagId>();
    for (const raw of machine(round)) {
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

/** Writes what a tagger said, chunk by chunk; a round's tags together, best first. */
export function runTagWriter(database: WriteDatabase, run: RunId) {
  const tagId = tagWriter(database);
  const insert = database.prepare(
    'INSERT INTO run_tags (run_id, round_id, position, tag_id) VALUES (?, ?, ?, ?)',
  );
  return database.transaction((tagsOfRounds: Iterable<readonly [RoundId, readonly string[]]>) => {
    for (const [round, names] of tagsOfRounds) {
      for (const [position, name] of names.entries()) insert.run(run, round, position, tagId(name));
    }
  });
}
