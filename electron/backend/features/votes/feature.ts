import { DialogramError } from '#shared/contract/errors.ts';
import { type BlindPair, type RevealedPair, type VoteChoice, votesContract } from '#shared/contract/votes.ts';
import { commitEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import {
  countSeries,
  findPair,
  listVotes,
  type PairRow,
  revealVoted,
  type StoredAnswer,
  setPairState,
  type VoteChange,
  type VoteRow,
  voteOn,
} from '../../store/comparing/vote-table.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { titleOf } from '../retrieval/index.ts';
import { drawPairs, seriesOf } from './next-pair.ts';
import { rankVotes } from './ranking.ts';

function requirePair(database: ReadDatabase, id: number): PairRow {
  const pair = findPair(database, id);
  if (pair && pair.state !== 'same' && pair.state !== 'unanswered') return pair;
  throw new DialogramError('NOT_FOUND', `There is no pair ${id} to vote on.`, {
    value: String(id),
    nextStep: 'Go to the next pair.',
  });
}

const spoken = ({ turns }: StoredAnswer) =>
  turns.flatMap(({ turn, text }) => (text === null ? [] : [{ turn, text }]));

const shownVote = ({ choice, note, author, at }: VoteRow) => ({ choice, note, author, at });

/** Returns a pair as a person sees it before the vote. Any field that is added here can be seen before the vote. */
function blindPair(database: ReadDatabase, pair: PairRow): BlindPair {
  const vote = voteOn(database, pair.id);
  return {
    pair: pair.id,
    unit: pair.unit,
    conversation: said(turnReader(database)(pair.dialogue), ({ role }, at) =>
      pair.turn === null ? role === 'user' : at < pair.turn,
    ),
    a: spoken(pair.a),
    b: spoken(pair.b),
    vote: vote && shownVote(vote),
  };
}

function revealedPair(database: ReadDatabase, pair: PairRow): RevealedPair {
  const turns = turnReader(database)(pair.dialogue);
  const answered = new Set([...pair.a.turns, ...pair.b.turns].map(({ turn }) => turn));
  return {
    ...blindPair(database, pair),
    dialogue: pair.dialogue,
    externalId: requireDialogue(database, pair.dialogue).externalId,
    turn: pair.turn,
    truth: said(turns, (_, at) => answered.has(at)).map(({ turn, text }) => ({ turn, text })),
    sides: { a: shownAnswer(pair.a), b: shownAnswer(pair.b) },
    seed: pair.seed,
    settings: pair.settings,
  };
}

function said(turns: readonly TurnText[], keep: (turn: TurnText, at: number) => boolean) {
  return turns.flatMap((turn, at) =>
    keep(turn, at) ? [{ turn: at, role: turn.role, text: turn.text }] : [],
  );
}

const shownAnswer = ({ turns: _, ...answer }: StoredAnswer) => ({ ...answer, title: titleOf(answer.column) });

export function castVote(
  by: Editor,
  id: number,
  after: { readonly choice: VoteChoice; readonly note: string },
): BlindPair {
  const { database } = by.project;
  return database.transaction(() => {
    const pair = requireUnlocked(database, id);
    // The person went back to a skipped pair.
    if (pair.state === 'passed') setPairState(database, id, 'open');
    change(by, pair, 'Voted on two answers', after);
    return blindPair(database, pair);
  })();
}

export function takeVoteBack(by: Editor, id: number): BlindPair {
  const { database } = by.project;
  return database.transaction(() => {
    const pair = requireUnlocked(database, id);
    if (!voteOn(database, id)) {
      throw new DialogramError('INVALID', 'Nobody has voted on this pair.', { value: String(id) });
    }
    change(by, pair, 'Removed a vote on two answers', null);
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
  throw new DialogramError('INVALID', 'You have seen who answered, so this vote can no longer be changed.', {
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

const named = ({ key, column, usesLabels }: StoredAnswer) => ({
  key,
  column,
  title: titleOf(column),
  usesLabels,
});

export const feature = defineFeature({
  contract: votesContract,
  methods: {
    next: async ({ input, project, session, signal }) => {
      const series = seriesOf(project, input);
      if (input.pass !== null && requirePair(project.database, input.pass).state === 'open') {
        setPairState(project.database, input.pass, 'passed');
      }
      const { author } = editorOf(session);
      const [pair] = await drawPairs(project, series, author, 1, signal);
      return {
        pair: pair ? blindPair(project.database, pair) : null,
        counts: countSeries(project.database, series.id),
      };
    },
    prepare: async ({ input, project, session, signal }) => {
      const { author } = editorOf(session);
      const open = await drawPairs(project, seriesOf(project, input), author, input.open, signal);
      return { open: open.length };
    },
    vote: ({ input: { pair, choice, note }, session }) => castVote(editorOf(session), pair, { choice, note }),
    undo: ({ input, session }) => takeVoteBack(editorOf(session), input.pair),
    reveal: ({ input, project: { database, changes } }) => {
      const pair = lockPair(database, input.pair);
      changes.announce('votes');
      return revealedPair(database, pair);
    },
    revealAll: ({ input, project: { database, changes } }) => {
      const revealed = revealVoted(database, input.unit);
      changes.announce('votes');
      return { revealed };
    },
    ranking: ({ input, project }) =>
      rankVotes(project.database, { unit: input.unit, ...input.scope }, input.seed),
    list: ({ input, project: { database } }) => {
      const { total, items } = listVotes(database, input.unit, input);
      return {
        total,
        items: items.map((vote) => {
          const pair = requirePair(database, vote.pair);
          return {
            pair: pair.id,
            unit: pair.unit,
            vote: shownVote(vote),
            revealed:
              pair.state === 'revealed'
                ? {
                    a: named(pair.a),
                    b: named(pair.b),
                    externalId: requireDialogue(database, pair.dialogue).externalId,
                  }
                : null,
          };
        }),
      };
    },
    pair: ({ input, project: { database } }) => {
      const pair = requirePair(database, input.pair);
      return pair.state === 'revealed'
        ? { kind: 'revealed' as const, pair: revealedPair(database, pair) }
        : { kind: 'blind' as const, pair: blindPair(database, pair) };
    },
  },
  edits: { vote: { topics: ['votes', 'project'], changesTags: 'never' } },
});
