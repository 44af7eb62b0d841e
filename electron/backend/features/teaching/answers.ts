import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { decisionReader, eachDecision } from '../../store/tags/round-tags.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';

/** Answers are a person's tags of the rounds of this tagger: the log, undo, Review and a purge treat them as such. */
export const TAUGHT = 'taught';

/** The moves that a person gave rounds, the first of each its primary one; by the names they have now. */
export function answersIn(database: ReadDatabase): Map<RoundId, [string, ...string[]]> {
  const { canonical, nameOf, archivedNames } = readVocabulary(database);
  const answers = new Map<RoundId, [string, ...string[]]>();
  for (const [round, tag, present] of eachDecision(database, TAUGHT)) {
    const name = nameOf(canonical(tag));
    if (present === 0 || archivedNames.has(name)) continue;
    const answer = answers.get(round);
    if (!answer) answers.set(round, [name]);
    else if (!answer.includes(name)) answer.push(name);
  }
  return answers;
}

/**
 * Keeps what a person said of rounds. Primary moves are one edit and further ones the next, since the order of edits is
 * the order of a round's tags.
 */
export async function keepAnswers(
  by: Editor,
  answers: ReadonlyMap<RoundId, readonly string[]>,
  what: string,
): Promise<EditOutcome> {
  const { database } = by.project;
  const decided = decisionReader(database, TAUGHT);
  const before = answersIn(database);
  const first: [RoundId, TagId, number][] = [];
  const further: [RoundId, TagId, number][] = [];
  database.transaction(() => {
    for (const [round, moves] of answers) {
      if (before.get(round)?.join('\n') === moves.join('\n')) continue;
      const tags = moves.map((move) => ensureTagNamed(database, move));
      for (const { tag } of decided(round)) if (tag !== tags[0]) first.push([round, tag, -1]);
      for (const [place, tag] of tags.entries()) (place === 0 ? first : further).push([round, tag, 1]);
    }
  })();
  const commit = (rows: readonly [RoundId, TagId, number][], words: string) =>
    commitLargeEdit(by, 'teach', words, {
      tagger: TAUGHT,
      rounds: Int32Array.from(rows, ([round]) => round),
      tags: Int32Array.from(rows, ([, tag]) => tag),
      after: Int8Array.from(rows, ([, , after]) => after),
    });
  const outcome = await commit(first, `Teach ${what}`);
  return further.length === 0 ? outcome : commit(further, `Teach further moves of ${what}`);
}

/** @throws INVALID where there is nothing to tell apart */
export function requireTwoMoves(answers: ReadonlyMap<RoundId, readonly string[]>): void {
  const moves = new Set([...answers.values()].flat());
  if (moves.size >= 2) return;
  throw new DialogramError(
    'INVALID',
    moves.size === 0
      ? 'No round has an answer yet.'
      : 'All answers name the same move, so there is nothing to tell apart.',
    {
      value: [...moves][0] ?? 'no answers',
      nextStep: 'Say of some rounds what they do, with at least two different moves.',
    },
  );
}
