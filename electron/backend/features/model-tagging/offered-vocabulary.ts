import { spellingOf } from '#shared/algorithms/model-tagging/check-answer.ts';
import { offeredTags } from '#shared/algorithms/model-tagging/messages.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { tagFrequencies } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary, tagByName } from '../../store/tags/tag-table.ts';

/** The tags that a run offers: those of another run by their current names, most frequent first. */
export function vocabularyToOffer(database: ReadDatabase, run: RunId | null): string[] {
  const source = findTaggingRun(database, run);
  if (!source) return [];
  const { archivedNames } = readVocabulary(database);
  const given = tagsGiven(database, source.id, true);
  return offeredTags(given.map(({ name }) => name).filter((name) => !archivedNames.has(name)));
}

/** Returns tags by their counts in a run, by current names. @param ended if false, they are counted now */
export function tagsGiven(
  database: ReadDatabase,
  run: RunId,
  ended: boolean,
): { name: string; count: number }[] {
  const vocabulary = readVocabulary(database);
  const counts = new Map<string, number>();
  for (const { tag, count } of tagFrequencies(database, run, ended)) {
    const name = vocabulary.nameOf(tag);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Returns the offered tags, followed by those that the pilot added. */
export function vocabularyAfterPilot(
  database: ReadDatabase,
  run: RunId,
  offered: readonly string[],
): string[] {
  const spellings = new Set(offered.map(spellingOf));
  const added = tagsGiven(database, run, false)
    .map(({ name }) => name)
    .filter((name) => !spellings.has(spellingOf(name)));
  return offeredTags([...offered, ...added]);
}

/** The tags behind the offered names, by the spelling used in answers. */
export function idsOfOffered(database: ReadDatabase, offered: readonly string[]): Map<string, TagId> {
  const ids = new Map<string, TagId>();
  for (const name of offered) {
    const id = tagByName(database, name);
    if (id !== null && !ids.has(spellingOf(name))) ids.set(spellingOf(name), id);
  }
  return ids;
}
