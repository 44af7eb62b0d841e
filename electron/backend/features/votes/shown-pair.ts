import { DialogramError } from '#shared/contract/errors.ts';
import type { BlindPair, RevealedPair } from '#shared/contract/votes.ts';
import {
  findPair,
  type PairRow,
  type StoredAnswer,
  type VoteRow,
  voteOn,
} from '../../store/comparing/vote-table.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type RoundText, roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { titleOf } from '../retrieval/index.ts';

export function requirePair(database: ReadDatabase, id: number): PairRow {
  const pair = findPair(database, id);
  if (pair && pair.state !== 'same' && pair.state !== 'unanswered') return pair;
  throw new DialogramError('NOT_FOUND', `There is no pair ${id} to vote on in this project.`, {
    value: String(id),
    nextStep: 'Go to the next pair.',
  });
}

const spoken = ({ turns }: StoredAnswer) =>
  turns.flatMap(({ round, text }) => (text === null ? [] : [{ round, text }]));

export const shownVote = ({ choice, note, author, at }: VoteRow) => ({ choice, note, author, at });

/** A pair as shown before the vote. Everything added here is visible before the vote. */
export function blindPair(database: ReadDatabase, pair: PairRow): BlindPair {
  const vote = voteOn(database, pair.id);
  return {
    pair: pair.id,
    unit: pair.unit,
    conversation: said(roundReader(database)(pair.dialogue), ({ role }, at) =>
      pair.round === null ? role === 'user' : at < pair.round,
    ),
    a: spoken(pair.a),
    b: spoken(pair.b),
    vote: vote && shownVote(vote),
  };
}

/** Only for a pair whose vote is final. */
export function revealedPair(database: ReadDatabase, pair: PairRow): RevealedPair {
  const rounds = roundReader(database)(pair.dialogue);
  const answered = new Set([...pair.a.turns, ...pair.b.turns].map(({ round }) => round));
  return {
    ...blindPair(database, pair),
    dialogue: pair.dialogue,
    externalId: requireDialogue(database, pair.dialogue).externalId,
    round: pair.round,
    truth: said(rounds, (_, at) => answered.has(at)).map(({ round, text }) => ({ round, text })),
    sides: { a: shownAnswer(pair.a), b: shownAnswer(pair.b) },
    seed: pair.seed,
    settings: pair.settings,
  };
}

function said(rounds: readonly RoundText[], keep: (round: RoundText, at: number) => boolean) {
  return rounds.flatMap((round, at) =>
    keep(round, at) ? [{ round: at, role: round.role, text: round.text }] : [],
  );
}

const shownAnswer = ({ key, column, usesLabels, measures, tokens, costUsd, latencyMs }: StoredAnswer) => ({
  key,
  column,
  title: titleOf(column),
  usesLabels,
  measures,
  tokens,
  costUsd,
  latencyMs,
});
