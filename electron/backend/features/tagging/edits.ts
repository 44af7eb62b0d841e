import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome, TaggingRun } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, unchanged } from '../../editing/commit.ts';
import { giveTag, tagRemover } from '../../editing/decide-tags.ts';
import { inProject } from '../../errors.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { effectiveTagReader } from '../../store/tags/round-tags.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';

/** Returns everything an edit of one turn needs to know first. */
function roundAt(database: ReadDatabase, round: RoundId, run: TaggingRun) {
  const place = inProject(placeReader(database)(round), 'turn', round);
  const vocabulary = readVocabulary(database);
  return {
    vocabulary,
    words: `turn ${place.index + 1} of ${place.externalId}`,
    ...effectiveTagReader(database, run, vocabulary)(round),
  };
}

export function addTag(by: Editor, run: TaggingRun, round: RoundId, name: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { words, tags } = roundAt(database, round, run);
    if (tags.some((tag) => tag.name === name && tag.origin === 'person')) return unchanged(database);
    const tag = ensureTagNamed(database, name);
    return commitEdit(by, 'add-tag', `Add #${name} to ${words}`, [giveTag(run, round, tag)]);
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
        nextStep: 'Read the turn again; its tags may have changed.',
      },
    );
  }
  return { ...at, present };
}

export function removeTag(by: Editor, run: TaggingRun, round: RoundId, tag: TagId): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { vocabulary, words, present } = requirePresent(database, run, round, tag);
    return commitEdit(
      by,
      'remove-tag',
      `Remove #${present.name} from ${words}`,
      tagRemover(database, run, vocabulary)(round, present.id),
    );
  })();
}

export function replaceTag(
  by: Editor,
  run: TaggingRun,
  round: RoundId,
  tag: TagId,
  name: string,
): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { vocabulary, words, tags, present } = requirePresent(database, run, round, tag);
    if (present.name === name) return unchanged(database);
    const next = ensureTagNamed(database, name);
    // A tag that people gave already stays where it is.
    const isTheirs = tags.some((other) => other.name === name && other.origin === 'person');
    return commitEdit(by, 'replace-tag', `Replace #${present.name} by #${name} in ${words}`, [
      ...tagRemover(database, run, vocabulary)(round, present.id),
      ...(isTheirs ? [] : [giveTag(run, round, next)]),
    ]);
  })();
}
