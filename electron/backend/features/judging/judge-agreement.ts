import { agreementWithPerson } from '#shared/algorithms/preference/judge.ts';
import type { JudgeAgreement } from '#shared/contract/judging.ts';
import { agentKey } from '#shared/domain/agent.ts';
import { eachCell } from '../../store/comparing/batch-run-table.ts';
import { countedVotes, votedAnswers } from '../../store/comparing/vote-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { personVotes } from '../votes/index.ts';
import type { JudgedVotes, ReadJudging } from './judged-votes.ts';

type AnswersOf = (item: string, key: string) => readonly (string | null)[] | null;

/** Answers of a batch run by the names that votes give items and columns. */
export function readAnswers(database: ReadDatabase, { batch, items }: ReadJudging): AnswersOf {
  const columns = new Map(batch.params.columns.map((column, index) => [agentKey(column), index]));
  const cells: (readonly (string | null)[])[][] = [];
  for (const { item, columnIndex, answers } of eachCell(database, batch.run)) {
    cells[item] ??= [];
    cells[item][columnIndex] = answers;
  }
  return (name, key) => {
    const [item, index] = [items.get(name)?.item, columns.get(key)];
    return item === undefined || index === undefined ? null : (cells[item]?.[index] ?? null);
  };
}

/** Characters of all turns of an answer. */
export const charactersIn = (answers: readonly (string | null)[] | null): number | null =>
  answers === null ? null : answers.reduce((sum, text) => sum + [...(text ?? '')].length, 0);

/**
 * Compares verdicts with people's revealed votes on the same turns, columns and answers. A model may answer
 * differently each time. A vote on another answer says nothing about this one, so it is left out and counted.
 */
export function createAgreement(
  database: ReadDatabase,
  read: ReadJudging,
  answersOf: AnswersOf,
): (pairs: readonly JudgedVotes[]) => JudgeAgreement {
  const { unit } = read.batch.params.answering;
  const scope = { unit, author: null, source: null };
  const voted = votedAnswers(database, scope);
  const { votes } = personVotes(countedVotes(database, scope));
  const isOf = (item: string, key: string, said: ReadonlyMap<number, string | null>): boolean => {
    const answers = answersOf(item, key);
    const rounds = read.items.get(item)?.rounds ?? [];
    return answers?.every((text, turn) => text === said.get(rounds[turn] ?? -1)) ?? false;
  };
  const known = votes.map((vote, at) => {
    const { a, b } = voted[at]!;
    return { vote, isSame: isOf(vote.item, vote.first, a) && isOf(vote.item, vote.second, b) };
  });
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
