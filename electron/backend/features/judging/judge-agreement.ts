import { agreementWithPerson } from '#shared/algorithms/preference/judge.ts';
import { columnKey } from '#shared/contract/generation.ts';
import type { JudgeAgreement } from '#shared/contract/judging.ts';
import { type BatchCellRow, eachCell } from '../../store/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type CountedVote, countedVotes, votedAnswers } from '../../store/vote-table.ts';
import { personVotes } from '../votes/ranking.ts';
import type { JudgedVotes, ReadJudging } from './judged-votes.ts';

/** Answers of a batch run by the names that votes give items and columns. */
function readAnswers<Value>(
  database: ReadDatabase,
  { batch, items }: ReadJudging,
  pick: (cell: BatchCellRow) => Value,
): (item: string, key: string) => Value | null {
  const names = new Map([...items].map(([name, { item }]) => [item, name]));
  const keys = batch.params.columns.map(columnKey);
  const found = new Map<string, Value>();
  for (const cell of eachCell(database, batch.run))
    found.set(JSON.stringify([names.get(cell.item), keys[cell.place]]), pick(cell));
  return (item, key) => found.get(JSON.stringify([item, key])) ?? null;
}

/** How long a column's answer to an item is, in characters of all its turns. */
export const characterReader = (
  database: ReadDatabase,
  read: ReadJudging,
): ((item: string, key: string) => number | null) =>
  readAnswers(database, read, ({ answers }) =>
    answers.reduce((sum, text) => sum + [...(text ?? '')].length, 0),
  );

/**
 * Compares verdicts with people's revealed votes on the same turns, columns and answers. Answers of a model may differ
 * from one asking to the next; a vote on another answer says nothing of this one, and is left out and counted.
 */
export function createAgreement(
  database: ReadDatabase,
  read: ReadJudging,
): (pairs: readonly JudgedVotes[]) => JudgeAgreement {
  const { unit } = read.batch.params.answering;
  const scope = { unit, author: null, source: null };
  const answerOf = readAnswers(database, read, ({ answers }) => answers);
  const voted = votedAnswers(database, scope);
  const { votes } = personVotes(countedVotes(database, scope) satisfies readonly CountedVote[]);
  const isOf = (item: string, key: string, said: ReadonlyMap<number, string | null>): boolean => {
    const answers = answerOf(item, key);
    const rounds = read.items.get(item)?.rounds ?? [];
    return answers?.every((text, turn) => text === said.get(rounds[turn])) ?? false;
  };
  const known = votes.map((vote, at) => ({
    vote,
    isSame: isOf(vote.item, vote.first, voted[at].a) && isOf(vote.item, vote.second, voted[at].b),
  }));
  return (pairs) => {
    const judge = pairs.flatMap(({ settled }) => settled);
    const judged = new Set(judge.map(({ item, first, second }) => pairKey(item, first, second)));
    const overlapping = known.filter(({ vote }) => judged.has(pairKey(vote.item, vote.first, vote.second)));
    const own = overlapping.filter(({ isSame }) => isSame).map(({ vote }) => vote);
    const { same, decided, decidedByBoth } = agreementWithPerson(judge, own);
    return {
      same,
      kappa: decided.kappa,
      interval: decided.interval && [decided.interval[0], decided.interval[1]],
      decidedByBoth,
      otherAnswers: overlapping.length - own.length,
    };
  };
}

const pairKey = (item: string, first: string, second: string): string =>
  JSON.stringify(first < second ? [item, first, second] : [item, second, first]);
