import type { RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { eachDecision } from './round-tags.ts';
import { readVocabulary } from './tag-table.ts';

/**
 * Answers are a person's tags on the turns of this tagger, so the log, undo, Review and a purge handle them
 * like other tags.
 */
export const TAUGHT = 'taught';

/** Returns the moves that a person gave turns, the first of each its primary one, by their current names. */
export function answersIn(database: ReadDatabase): Map<RoundId, [string, ...string[]]> {
  const { canonical, nameOf, archivedNames } = readVocabulary(database);
  const answers = new Map<RoundId, [string, ...string[]]>();
  // In the order of edits, so that moves appear in the order in which they were named.
  const decisions = [...eachDecision(database, TAUGHT)].sort((a, b) => a[3] - b[3] || a[0] - b[0]);
  for (const [round, tag, present] of decisions) {
    const name = nameOf(canonical(tag));
    if (present === 0 || archivedNames.has(name)) continue;
    const answer = answers.get(round);
    if (!answer) answers.set(round, [name]);
    else if (!answer.includes(name)) answer.push(name);
  }
  return answers;
}
