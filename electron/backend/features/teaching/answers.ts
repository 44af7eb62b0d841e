import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { append } from '#shared/domain/append.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor } from '../../editing/commit.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { ensureTagNamed } from '../../store/tags/tag-table.ts';
import { answersIn, decisionReader, eachDecision, TAUGHT } from '../../store/tags/turn-tags.ts';

/** If one edit answers at most this many turns, they count as one question. */
const ONE_QUESTION = 8;

/** Returns the edit's number for turns that were answered together. Such turns must not be used to test each other. */
export function answeredTogether(database: ReadDatabase): Map<TurnId, number> {
  const turns = new Map<number, TurnId[]>();
  for (const [turn, , present, edit] of eachDecision(database, TAUGHT)) {
    if (present === 0) continue;
    append(turns, edit, turn);
  }
  const together = [...turns].filter(([, all]) => all.length <= ONE_QUESTION);
  return new Map(together.flatMap(([edit, all]) => all.map((turn): [TurnId, number] => [turn, edit])));
}

/** First moves are one edit and further moves the next, because the order of edits orders a turn's tags. */
export async function keepAnswers(
  by: Editor,
  answers: ReadonlyMap<TurnId, readonly string[]>,
  what: string,
): Promise<EditOutcome> {
  const { database } = by.project;
  const decided = decisionReader(database, TAUGHT);
  const before = answersIn(database);
  const first: [TurnId, TagId, number][] = [];
  const further: [TurnId, TagId, number][] = [];
  database.transaction(() => {
    for (const [turn, moves] of answers) {
      if (before.get(turn)?.join('\n') === moves.join('\n')) continue;
      const tags = moves.map((move) => ensureTagNamed(database, move));
      for (const { tag } of decided(turn)) if (tag !== tags[0]) first.push([turn, tag, -1]);
      for (const [place, tag] of tags.entries()) (place === 0 ? first : further).push([turn, tag, 1]);
    }
  })();
  const commit = (rows: readonly [TurnId, TagId, number][], words: string) =>
    commitLargeEdit(by, 'teach', words, {
      tagger: TAUGHT,
      turns: Int32Array.from(rows, ([turn]) => turn),
      tags: Int32Array.from(rows, ([, tag]) => tag),
      after: Int8Array.from(rows, ([, , after]) => after),
    });
  const outcome = await commit(first, `Teach ${what}`);
  return further.length === 0 ? outcome : commit(further, `Teach more moves for ${what}`);
}

export function requireTwoMoves(answers: ReadonlyMap<TurnId, readonly string[]>): void {
  const moves = new Set([...answers.values()].flat());
  if (moves.size >= 2) return;
  throw new DialogramError(
    'INVALID',
    moves.size === 0 ? 'You have not named any moves yet.' : 'All answers name the same move.',
    {
      value: [...moves][0] ?? 'no answers',
      nextStep: 'Name at least two different moves.',
    },
  );
}
