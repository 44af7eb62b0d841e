import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitEdit, type Signature, unchanged } from '../../editing/commit.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import type { DecisionChange } from '../../store/edits/edit-changes.ts';
import { decidedTagReader, effectiveTagReader, runTagReader } from '../../store/tags/round-tags.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';

/** Everything an edit of one round needs to know first. */
function roundAt(database: ReadDatabase, round: RoundId, run: TaggingRun) {
  const place = placeReader(database)(round);
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

const add = (run: TaggingRun, round: RoundId, tag: TagId): DecisionChange => ({
  table: 'person_tags',
  tagger: run.tagger,
  round,
  tag,
  after: { present: true },
});

/** A tag that only people gave is forgotten; one that the machine gives is decided against, also for reruns. */
function remove(database: ReadDatabase, run: TaggingRun, round: RoundId, tag: TagId): DecisionChange[] {
  const vocabulary = readVocabulary(database);
  const given = runTagReader(database, run.id)(round);
  const decided = decidedTagReader(database, run.tagger)(round);
  const machineGives = given.some((id) => vocabulary.canonical(id) === tag);
  // Tags merged into this one may each carry a decision.
  const same = decided.filter((id) => vocabulary.canonical(id) === tag);
  const targets = machineGives && !same.includes(tag) ? [...same, tag] : same;
  return targets.map((id) => ({
    table: 'person_tags',
    tagger: run.tagger,
    round,
    tag: id,
    after: machineGives && id === tag ? { present: false } : null,
  }));
}

export function addTag(
  database: WriteDatabase,
  by: Signature,
  run: TaggingRun,
  round: RoundId,
  name: string,
): EditOutcome {
  return database.transaction(() => {
    const { words, tags } = roundAt(database, round, run);
    if (tags.some((tag) => tag.name === name && tag.origin === 'person')) return unchanged(database);
    const tag = ensureTagNamed(database, name);
    return commitEdit(database, by, 'add-tag', `Add #${name} to ${words}`, [add(run, round, tag)]);
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

export function removeTag(
  database: WriteDatabase,
  by: Signature,
  run: TaggingRun,
  round: RoundId,
  tag: TagId,
): EditOutcome {
  return database.transaction(() => {
    const { words, present } = requirePresent(database, run, round, tag);
    return commitEdit(
      database,
      by,
      'remove-tag',
      `Remove #${present.name} from ${words}`,
      remove(database, run, round, present.id),
    );
  })();
}

export function replaceTag(
  database: WriteDatabase,
  by: Signature,
  run: TaggingRun,
  round: RoundId,
  tag: TagId,
  name: string,
): EditOutcome {
  return database.transaction(() => {
    const { words, present } = requirePresent(database, run, round, tag);
    if (present.name === name) return unchanged(database);
    const next = ensureTagNamed(database, name);
    return commitEdit(database, by, 'replace-tag', `Replace #${present.name} by #${name} in ${words}`, [
      ...remove(database, run, round, present.id),
      add(run, round, next),
    ]);
  })();
}
