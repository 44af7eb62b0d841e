import { DialogramError } from '#shared/contract/errors.ts';
import type { BlindPair, VoteChoice } from '#shared/contract/votes.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import type { VoteChange } from '../../store/comparing/vote-table.ts';
import { type PairRow, setPairState, voteOn } from '../../store/comparing/vote-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { blindPair, requirePair } from './shown-pair.ts';

/** Votes, or changes a vote, as an entry of the edit log. */
export function castVote(
  by: Editor,
  id: number,
  after: { readonly choice: VoteChoice; readonly note: string },
): BlindPair {
  const { database } = by.project;
  return database.transaction(() => {
    const pair = requireUnlocked(database, id);
    // Somebody returned to a skipped pair.
    if (pair.state === 'passed') setPairState(database, id, 'open');
    change(by, pair, 'Voted on two answers', after);
    return blindPair(database, pair);
  })();
}

/** Undoes a vote, as an entry of the edit log. */
export function takeVoteBack(by: Editor, id: number): BlindPair {
  const { database } = by.project;
  return database.transaction(() => {
    const pair = requireUnlocked(database, id);
    if (!voteOn(database, id)) {
      throw new DialogramError('INVALID', 'Nobody has voted on this pair.', { value: String(id) });
    }
    change(by, pair, 'Took a vote on two answers back', null);
    return blindPair(database, pair);
  })();
}

export function lockPair(database: WriteDatabase, id: number): PairRow {
  return database.transaction(() => {
    const pair = requirePair(database, id);
    if (pair.state === 'revealed') return pair;
    if (!voteOn(database, id)) {
      throw new DialogramError('INVALID', 'You can see who answered only after you vote.', {
        value: String(id),
        nextStep: 'Vote first: A, B, a tie, or both bad.',
      });
    }
    setPairState(database, id, 'revealed');
    return requirePair(database, id);
  })();
}

function requireUnlocked(database: WriteDatabase, id: number): PairRow {
  const pair = requirePair(database, id);
  if (pair.state !== 'revealed') return pair;
  throw new DialogramError('INVALID', 'The pair was revealed, so its vote can no longer be changed.', {
    value: String(id),
    nextStep: 'Go to the next pair.',
  });
}

function change(
  by: Editor,
  { id: pair, dialogue }: PairRow,
  description: string,
  after: VoteChange['after'],
): void {
  const set = voteOn(by.project.database, pair);
  const before = set && { choice: set.choice, note: set.note, edit: set.edit };
  if (after && before?.choice === after.choice && before.note === after.note) return;
  commitEdit(by, 'vote', description, [{ table: 'votes', pair, dialogue, before, after }]);
}
