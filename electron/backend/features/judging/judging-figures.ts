import { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '#shared/algorithms/metrics/bootstrap.ts';
import { agreementWithPerson, lengthBias, settleJudgements } from '#shared/algorithms/preference/judge.ts';
import { FEW_VOTES } from '#shared/algorithms/preference/votes.ts';
import { winRate } from '#shared/algorithms/preference/win-rate.ts';
import type { JudgeAgreement, JudgingSummary, PairFigures } from '#shared/contract/judging.ts';
import { agentKey } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { accountOfRun } from '../../jobs/lasting-runs.ts';
import { eachCell } from '../../store/comparing/batch-run-table.ts';
import { countedVotes, votedAnswers } from '../../store/comparing/vote-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { personVotes } from '../votes/index.ts';
import {
  type CountedVotes,
  type JudgedVotes,
  type ReadJudging,
  readJudging,
  votesOfDialogues,
} from './judged-votes.ts';
import { headsOf } from './judging-runs.ts';

type AnswersOf = (item: string, key: string) => readonly (string | null)[] | null;

/** Returns the answers of a batch run. Items and columns are named as in votes. */
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

/** Compares verdicts with people's votes on the same answers. Votes on other answers are only counted. */
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
    const turns = read.items.get(item)?.turns ?? [];
    return answers?.every((text, turn) => text === said.get(turns[turn] ?? -1)) ?? false;
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

export const bootstrapBy = (seed: number) => ({
  seed,
  resamples: DEFAULT_RESAMPLES,
  level: DEFAULT_LEVEL,
});

/** Computes win rates and the judge's reliability. Takes some seconds for 60,000 pairs. */
export async function summariseJudging(database: ReadDatabase, run: RunId): Promise<JudgingSummary> {
  const read = readJudging(database, run);
  const { row, batch, pairs } = read;
  const heads = headsOf(row.params.pairs, batch);
  const answersOf = readAnswers(database, read);
  const lengthOf = (item: string, key: string): number | null => charactersIn(answersOf(item, key));
  const agreementOf = createAgreement(database, read, answersOf);
  const trustOf = (some: readonly JudgedVotes[]) => {
    const settled = settleEach(some);
    return {
      ...settled,
      longerWon: lengthBias(
        some.flatMap((one) => one.settled),
        lengthOf,
      ),
      agreement: agreementOf(some),
    };
  };
  const figures = pairs.map((one): PairFigures => {
    const lengthsOf = (column: string) => one.settled.map(({ item }) => lengthOf(item, column));
    return {
      ...required(heads[one.pair], `pair ${one.pair}`),
      ...trustOf([one]),
      counts: one.counts,
      cutOff: one.cutOff.size,
      ...ratesOf(one, read, row.params.seed),
      characters: {
        baseline: meanOf(lengthsOf(one.baseline)),
        column: meanOf(lengthsOf(one.column)),
      },
      few: one.settled.length < FEW_VOTES,
    };
  });
  const counts = { open: 0, judged: 0, flagged: 0, same: 0, unanswered: 0 };
  for (const one of pairs)
    for (const state of Object.keys(counts) as (keyof typeof counts)[]) counts[state] += one.counts[state];
  return {
    run,
    pairs: figures,
    all: { ...trustOf(pairs), counts },
    account: await accountOfRun(database, run),
    bootstrap: bootstrapBy(row.params.seed),
  };
}

function settleEach(pairs: readonly JudgedVotes[]) {
  const { consistent, forShownFirst } = settleJudgements(pairs.flatMap(({ judgements }) => judgements));
  return { consistent, forShownFirst };
}

/** Returns win rates from both orders and from the paper's order alone, with intervals over dialogues. */
export function ratesOf(votes: CountedVotes, { items }: Pick<ReadJudging, 'items'>, seed: number) {
  const rated = (by: 'both' | 'printed') =>
    winRate(votesOfDialogues(votes, { items }, by), votes.column, votes.baseline, { seed });
  const both = rated('both');
  const printed = rated('printed');
  const same = votes.same.length;
  return {
    wins: both.wins,
    ties: both.ties - same,
    losses: both.losses,
    rate: both.rate,
    counted: both.wins + both.ties + both.losses,
    dialogues: new Set(votesOfDialogues(votes, { items }, 'both').map(({ item }) => item)).size,
    decided: both.decided,
    printed: {
      wins: printed.wins,
      ties: printed.ties - same,
      losses: printed.losses,
      rate: printed.rate,
    },
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
