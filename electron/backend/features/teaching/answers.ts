import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RoundId, TagId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { answersIn, decisionReader, eachDecision, TAUGHT } from '../../store/tags/round-tags.ts';
import { ensureTagNamed } from '../../store/tags/tag-table.ts';

/** Answers about at most this many turns count as one answer to one question. */
const ONE_QUESTION = 8;

/** Returns the turns that were answered together, by edit. They must not be used to judge each other. */
export function answeredTogether(database: ReadDatabase): Map<RoundId, number> {
  const rounds = new Map<number, RoundId[]>();
  for (const [round, , present, edit] of eachDecision(database, TAUGHT)) {
    if (present === 0) continue;
    const all = rounds.get(edit);
    if (all) all.push(round);
    else rounds.set(edit, [round]);
  }
  const together = [...rounds].filter(([, all]) => all.length <= ONE_QUESTION);
  return new Map(together.flatMap(([edit, all]) => all.map((round): [RoundId, number] => [round, edit])));
}

/** Stores a person's answers. Primary moves are one edit and further ones the next, since edits order a turn's tags. */
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

/** @throws INVALID if there is nothing to tell apart */
export function requireTwoMoves(answers: ReadonlyMap<RoundId, readonly string[]>): void {
  const moves = new Set([...answers.values()].flat());
  if (moves.size >= 2) return;
  throw new DialogramError(
    'INVALID',
    moves.size === 0
      ? 'No turn has an answer yet.'
      : 'All answers name the same move, so there is nothing to tell apart.',
    {
      value: [...moves][0] ?? 'no answers',
      nextStep: 'Answer for some turns, with at least two different moves.',
    },
  );
}
