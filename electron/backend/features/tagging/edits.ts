import { DialogramError } from '#shared/contract/errors.ts';
import type { Edit, EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { placeOfRound } from '../../store/corpus-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { appendEdit, decisionOf, type EditChange, nextSteps } from '../../store/edit-table.ts';
import {
  effectiveTagReader,
  ensureTagNamed,
  findTag,
  isTagInUse,
  readVocabulary,
  tagByName,
  tagsNamed,
} from '../../store/tag-table.ts';

const AUTHOR = 'person';

function commit(
  database: WriteDatabase,
  kind: Edit['kind'],
  description: string,
  changes: readonly EditChange[],
): EditOutcome {
  const edit = appendEdit(database, {
    at: new Date().toISOString(),
    author: AUTHOR,
    kind,
    description,
    changes,
  });
  return { edit, ...nextSteps(database) };
}

const unchanged = (database: ReadDatabase): EditOutcome => ({ edit: null, ...nextSteps(database) });

/** Everything an edit of one round needs to know first. */
function roundAt(database: ReadDatabase, round: RoundId, run: TaggingRun) {
  const place = placeOfRound(database, round);
  if (!place) {
    throw new DialogramError('NOT_FOUND', `There is no round ${round} in this project.`, {
      value: String(round),
    });
  }
  const vocabulary = readVocabulary(database);
  return {
    vocabulary,
    words: `round ${place.index + 1} of ${place.externalId}`,
    ...effectiveTagReader(database, run, vocabulary)(round),
  };
}

function add(database: ReadDatabase, run: TaggingRun, round: RoundId, tag: TagId): EditChange {
  return {
    table: 'person_tags',
    tagger: run.tagger,
    round,
    tag,
    before: decisionOf(database, run.tagger, round, tag),
    after: { present: true },
  };
}

/** A tag that only people gave is forgotten; one that the machine gives is decided against, also for reruns. */
function remove(database: ReadDatabase, run: TaggingRun, round: RoundId, tag: TagId): EditChange[] {
  const vocabulary = readVocabulary(database);
  const given = database
    .prepare('SELECT DISTINCT t.tag_id FROM run_tags t WHERE t.run_id = ? AND t.round_id = ?')
    .pluck()
    .all(run.id, round) as TagId[];
  const decided = database
    .prepare('SELECT tag_id FROM person_tags WHERE tagger = ? AND round_id = ?')
    .pluck()
    .all(run.tagger, round) as TagId[];
  const machineGives = given.some((id) => vocabulary.canonical(id) === tag);
  // Tags merged into this one may each carry a decision.
  const same = decided.filter((id) => vocabulary.canonical(id) === tag);
  const targets = machineGives && !same.includes(tag) ? [...same, tag] : same;
  return targets.map((id) => ({
    table: 'person_tags',
    tagger: run.tagger,
    round,
    tag: id,
    before: decisionOf(database, run.tagger, round, id),
    after: machineGives && id === tag ? { present: false } : null,
  }));
}

export function addTag(database: WriteDatabase, run: TaggingRun, round: RoundId, name: string): EditOutcome {
  return database.transaction(() => {
    const { words, tags } = roundAt(database, round, run);
    if (tags.some((tag) => tag.name === name && tag.origin === 'person')) return unchanged(database);
    const tag = ensureTagNamed(database, name);
    return commit(database, 'add-tag', `Add #${name} to ${words}`, [add(database, run, round, tag)]);
  })();
}

function requirePresent(database: ReadDatabase, run: TaggingRun, round: RoundId, tag: TagId) {
  const at = roundAt(database, round, run);
  const canonical = at.vocabulary.canonical(tag);
  const present = at.tags.find((candidate) => candidate.id === canonical);
  if (!present) {
    throw new DialogramError(
      'NOT_FOUND',
      `The tag ${at.vocabulary.nameOf(tag) || tag} is not on ${at.words}.`,
      {
        place: at.words,
        value: String(tag),
        nextStep: 'Read the round again; its tags may have changed.',
      },
    );
  }
  return { ...at, present };
}

export function removeTag(database: WriteDatabase, run: TaggingRun, round: RoundId, tag: TagId): EditOutcome {
  return database.transaction(() => {
    const { words, present } = requirePresent(database, run, round, tag);
    return commit(
      database,
      'remove-tag',
      `Remove #${present.name} from ${words}`,
      remove(database, run, round, present.id),
    );
  })();
}

export function replaceTag(
  database: WriteDatabase,
  run: TaggingRun,
  round: RoundId,
  tag: TagId,
  by: string,
): EditOutcome {
  return database.transaction(() => {
    const { words, present } = requirePresent(database, run, round, tag);
    if (present.name === by) return unchanged(database);
    const next = ensureTagNamed(database, by);
    return commit(database, 'replace-tag', `Replace #${present.name} by #${by} in ${words}`, [
      ...remove(database, run, round, present.id),
      add(database, run, round, next),
    ]);
  })();
}

/** Renames a tag everywhere; where another tag has the name, `merge` unites the two. */
export function renameTag(database: WriteDatabase, tag: TagId, name: string, merge: boolean): EditOutcome {
  return database.transaction(() => {
    const canonical = readVocabulary(database).canonical(tag);
    const row = findTag(database, canonical);
    if (!row) {
      throw new DialogramError('NOT_FOUND', `There is no tag ${tag} in this project.`, {
        value: String(tag),
      });
    }
    if (row.name === name) return unchanged(database);
    const same = tagsNamed(database, row.name);
    const other = tagByName(database, name);
    if (other !== null && !merge && isTagInUse(database, other)) {
      throw new DialogramError('INVALID', `There is a tag #${name} already.`, {
        place: `#${row.name}`,
        value: name,
        nextStep: `Choose another name, or merge #${row.name} into #${name}.`,
      });
    }
    const change = (id: TagId, from: string, to: string, into: TagId | null): EditChange => ({
      table: 'tags',
      tag: id,
      before: { name: from, mergedInto: null },
      after: { name: to, mergedInto: into },
    });
    if (other !== null && merge) {
      const merged = same.map((id) => change(id, row.name, row.name, other));
      return commit(database, 'merge-tag', `Merge #${row.name} into #${name}`, merged);
    }
    // A tag of that name that nothing carries any more, for instance since its edit was undone, makes room.
    const vacated = tagsNamed(database, name).map((id) => change(id, name, name, canonical));
    const renamed = same.map((id) => change(id, row.name, name, null));
    return commit(database, 'rename-tag', `Rename #${row.name} to #${name}`, [...vacated, ...renamed]);
  })();
}
