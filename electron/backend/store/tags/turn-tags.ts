import type { TaggerOrigin, TurnTag } from '#shared/contract/corpus.ts';
import type { EditId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRaw, allValues, change, countOf, eachRaw } from '../statements.ts';
import { readVocabulary, tagWriter, type Vocabulary } from './tag-table.ts';

/** A person's decision on a tag of a turn. If there are several, the last one counts. */
export interface TurnDecision {
  readonly tag: TagId;
  readonly present: boolean;
  readonly edit: EditId;
}

interface DecidedTags<Tag> {
  readonly tags: readonly Tag[];
  /** The number of tags at the beginning that replace machine tags. The others were added. */
  readonly placed: number;
  readonly insteadOf: ReadonlyMap<Tag, Tag>;
}

/**
 * Applies people's decisions to a turn's machine tags, which come best first. A tag takes the place of the tag that the
 * same edit removed; otherwise it goes last.
 */
export function decideTags<Tag>(
  given: readonly TagId[],
  decisions: readonly TurnDecision[],
  resolve: (tag: TagId) => Tag,
): DecidedTags<Tag> {
  const standing = new Map<Tag, TurnDecision>();
  for (const decision of decisions) {
    const tag = resolve(decision.tag);
    standing.delete(tag);
    standing.set(tag, decision);
  }
  const places = [...new Set(given.map(resolve))];
  const machine = new Set(places);
  const insteadOf = new Map<Tag, Tag>();
  const added: Tag[] = [];
  const taken = new Map<Tag, Tag>();
  for (const [tag, { present, edit }] of standing) {
    if (!present || machine.has(tag)) continue;
    const free = places.find((place) => {
      const decision = standing.get(place);
      return decision?.present === false && decision.edit === edit && !taken.has(place);
    });
    if (free === undefined) added.push(tag);
    else {
      taken.set(free, tag);
      insteadOf.set(tag, free);
    }
  }
  const kept = places.flatMap((place) =>
    standing.get(place)?.present === false ? (taken.get(place) ?? []) : [place],
  );
  return { tags: [...kept, ...added], placed: kept.length, insteadOf };
}

export function runTagReader(database: ReadDatabase, run: RunId): (turn: TurnId) => TagId[] {
  return (turn) => allValues<TagId>(database)`
    SELECT tag_id FROM run_tags WHERE run_id = ${run} AND round_id = ${turn} ORDER BY position`;
}

export function runTagColumns(database: ReadDatabase, run: RunId) {
  const span = 1 + countOf(database, 'SELECT coalesce(max(id), 0) FROM tags');
  const packed = allValues<number>(database)`
    SELECT round_id * ${span} + tag_id FROM run_tags WHERE run_id = ${run} ORDER BY round_id, position`;
  const turns = new Int32Array(packed.length);
  const tags = new Int32Array(packed.length);
  for (let at = 0; at < packed.length; at++) {
    turns[at] = Math.floor(packed[at]! / span);
    tags[at] = packed[at]! % span;
  }
  return { turns, tags };
}

export function* eachRunTag(database: ReadDatabase, run: RunId): IterableIterator<[TurnId, TagId]> {
  const { turns, tags } = runTagColumns(database, run);
  for (let at = 0; at < turns.length; at++) yield [turns[at] as TurnId, tags[at] as TagId];
}

export const eachDecision = (
  database: ReadDatabase,
  tagger: string,
): IterableIterator<[TurnId, TagId, number, EditId]> =>
  eachRaw<[TurnId, TagId, number, EditId]>(database)`
    SELECT round_id, tag_id, present, edit_id FROM person_tags WHERE tagger = ${tagger}
    ORDER BY round_id, edit_id, tag_id`;

export const decidedTurns = (database: ReadDatabase, tagger: string): Set<TurnId> =>
  new Set(allValues<TurnId>(database)`SELECT DISTINCT round_id FROM person_tags WHERE tagger = ${tagger}`);

export function decisionReader(database: ReadDatabase, tagger: string): (turn: TurnId) => TurnDecision[] {
  return (turn) =>
    allRaw<[TagId, number, EditId]>(database)`
      SELECT tag_id, present, edit_id FROM person_tags WHERE tagger = ${tagger} AND round_id = ${turn}
      ORDER BY edit_id, tag_id`.map(([tag, present, edit]) => ({ tag, present: present === 1, edit }));
}

export function runTagNameReader(
  database: ReadDatabase,
  run: RunId,
  vocabulary: Pick<Vocabulary, 'nameOf'>,
): (turn: TurnId) => string[] {
  const read = runTagReader(database, run);
  return (turn) => [...new Set(read(turn).map((tag) => vocabulary.nameOf(tag)))];
}

export interface EffectiveTags {
  readonly tags: TurnTag[];
  readonly removedTags: TurnTag[];
}

export function effectiveTagReader(
  database: ReadDatabase,
  run: { readonly id: RunId; readonly tagger: TaggerOrigin } | null,
  vocabulary: Vocabulary,
): (turn: TurnId) => EffectiveTags {
  if (run === null) return () => ({ tags: [], removedTags: [] });
  const machine = runTagReader(database, run.id);
  const decided = decisionReader(database, run.tagger);
  const named = (id: TagId): Pick<TurnTag, 'id' | 'name' | 'archived'> => {
    const name = vocabulary.nameOf(id);
    return vocabulary.archivedNames.has(name) ? { id, name, archived: true } : { id, name };
  };
  return (turn) => {
    const given = machine(turn);
    const decisions = decided(turn);
    const { tags } = decideTags(given, decisions, vocabulary.canonical);
    const byPerson = new Set(decisions.map(({ tag }) => vocabulary.canonical(tag)));
    const origin = { origin: run.tagger, run: run.id };
    const removed = new Set(given.map(vocabulary.canonical).filter((id) => !tags.includes(id)));
    return {
      tags: tags.map((id) => ({
        ...named(id),
        ...(byPerson.has(id) ? { origin: 'person', run: null } : origin),
      })),
      removedTags: [...removed].map((id) => ({ ...named(id), ...origin })),
    };
  };
}

/** Writes a tagger's tags in chunks. The tags of a turn come together, best first. */
export function runTagWriter(
  database: WriteDatabase,
  run: RunId,
  tagId: (name: string) => TagId = tagWriter(database),
) {
  return database.transaction((tagsOfTurns: Iterable<readonly [TurnId, readonly string[]]>) => {
    for (const [turn, names] of tagsOfTurns) {
      for (const [position, name] of names.entries())
        change(database)`
          INSERT INTO run_tags (run_id, round_id, position, tag_id)
          VALUES (${run}, ${turn}, ${position}, ${tagId(name)})`;
    }
  });
}

/** Answers in Teach belong to this tagger, so that the log, undo, Review and purges treat them like other tags. */
export const TAUGHT = 'taught';

/** Returns the moves that a person gave turns, with their current names. The first move is the primary one. */
export function answersIn(database: ReadDatabase): Map<TurnId, [string, ...string[]]> {
  const { canonical, nameOf, archivedNames } = readVocabulary(database);
  const answers = new Map<TurnId, [string, ...string[]]>();
  // Sorted by edit, so that moves are in the order in which they were named.
  const decisions = [...eachDecision(database, TAUGHT)].sort((a, b) => a[3] - b[3] || a[0] - b[0]);
  for (const [turn, tag, present] of decisions) {
    const name = nameOf(canonical(tag));
    if (present === 0 || archivedNames.has(name)) continue;
    const answer = answers.get(turn);
    if (!answer) answers.set(turn, [name]);
    else if (!answer.includes(name)) answer.push(name);
  }
  return answers;
}
