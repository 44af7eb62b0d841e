import { LEAST_CLUSTERS } from '#shared/algorithms/metrics/bootstrap.ts';
import { detectableWinRate } from '#shared/algorithms/preference/rank-methods.ts';
import { FEW_VOTES } from '#shared/algorithms/preference/votes.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import type { VoteChoice, VoteRanking } from '#shared/contract/votes.ts';
import {
  formatAmount,
  formatCount,
  formatSetShare,
  intervalWords,
  percentText,
} from '#shared/domain/figure-text.ts';
import { labelsWarning } from '../results/index.ts';

export const CHOICE_WORDS: Readonly<Record<VoteChoice, string>> = {
  a: 'A is better',
  b: 'B is better',
  tie: 'a tie',
  'both-bad': 'both bad',
};

export const PLANNED_VOTES = 50;

export function describePower(votes: number, columns = 2): string {
  const two = `${votes} votes take about ten minutes. If one of two columns wins ${detectableWinRate(votes)} % of them, the result is clear in four out of five cases. With 200 votes, ${detectableWinRate(200)} % is enough.`;
  if (columns <= 2) return two;
  const each = Math.max(1, Math.round((2 * votes) / (columns * (columns - 1))));
  return `${two} The votes are divided among your ${columns} columns, so each pair of columns gets about ${each} of ${votes} votes. To learn which of two columns is better, remove the others.`;
}

type SeriesCounts = Readonly<
  Record<'voted' | 'revealed' | 'same' | 'unanswered' | 'passed' | 'open', number>
>;

/** @param asksModel whether models write the answers, so that the next pair may not be ready */
export function describeSeries(
  { voted, revealed, same, unanswered, passed, open }: SeriesCounts,
  asksModel = false,
): string {
  return [
    formatAmount(voted, 'vote'),
    voted > revealed && `${formatCount(voted - revealed)} not counted until revealed`,
    same > 0 && `${formatAmount(same, 'pair')} identical`,
    unanswered > 0 && `${formatAmount(unanswered, 'pair')} without an answer`,
    passed > 0 && `${formatAmount(passed, 'pair')} skipped`,
    // One of them is the pair on the page.
    asksModel && `${formatCount(Math.max(0, open - 1))} more ready`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export function describeBlind({ votes, blind }: Pick<VoteRanking, 'votes' | 'blind'>): string {
  const [are, them, they] = blind === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'they'];
  return `${formatCount(blind)} of ${formatAmount(votes + blind, 'vote')} ${are} not counted yet, because you have not revealed who answered. Reveal ${them} to count ${them}. After that, ${they} can no longer be changed.`;
}

const itemWords = (unit: AnswerUnit): readonly [string, string] =>
  unit === 'next-turn' ? ['turn', 'turns'] : ['dialogue', 'dialogues'];

export function describeWinner(ranking: VoteRanking, unit: AnswerUnit): string {
  const { votes, items, columns, lead, few, connected } = ranking;
  const sample = `${formatAmount(votes, 'vote')} on ${formatAmount(items, ...itemWords(unit))}`;
  const [best, second] = columns;
  if (few || !best || !second || !lead)
    return `There is no winner yet: at least ${FEW_VOTES} votes are needed, ${formatCount(FEW_VOTES - votes)} more than now (${sample}).`;
  if (!connected)
    return `There is no winner: some columns were never compared, not even indirectly (${sample}). Vote on pairs of these columns.`;
  const { chance, interval } = lead;
  const sure = interval ? intervalWords(interval, { share: true }) : 'no interval yet';
  const shares = `${percentText(chance)} of comparisons`;
  const found =
    interval && interval.lower > 0.5
      ? `${best.title} is preferred: it beats the second best, ${second.title}, in ${shares} (${sure}; ${sample}).`
      : `There is no clear winner: ${best.title} beats ${second.title} in ${shares}, which may be due to chance (${sure}; ${sample}).`;
  const labeled = [best, second].filter(({ usesLabels }) => usesLabels);
  return [found, ...labelsWarning(labeled.map(({ title }) => title))].join(' ');
}

export function describeRanking(ranking: VoteRanking, unit: AnswerUnit): string {
  const { votes, blind, items, same, columns } = ranking;
  const [one, more] = itemWords(unit);
  const counted =
    blind === 0
      ? `${formatAmount(votes, 'vote')} on`
      : `${formatCount(votes)} of ${formatAmount(votes + blind, 'vote')} counted, on`;
  const intervals = columns.some(({ interval }) => interval)
    ? `The ${formatSetShare(ranking.level)} intervals come from resampling the ${more} ${formatCount(ranking.resamples)} times (seed ${ranking.seed}).`
    : '';
  return [
    `${counted} ${formatAmount(items, one, more)}.`,
    intervals,
    missingIntervals(columns, more),
    same > 0 &&
      `${formatAmount(same, 'pair was', 'pairs were')} left out because both answers were the same.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function missingIntervals(columns: VoteRanking['columns'], items: string): string {
  const without = columns.filter(({ interval }) => interval === null);
  if (without.length === 0) return '';
  const which =
    without.length === columns.length ? '' : ` for ${without.map(({ title }) => title).join(', ')}`;
  return `No interval yet (–)${which}. To get an interval, vote on at least ${LEAST_CLUSTERS} ${items} and for more than one column.`;
}

export function rankingWarnings({ few, connected, settings, columns }: VoteRanking): string[] {
  return [
    !few &&
      columns.some((column) => column.few) &&
      `Some columns have fewer than ${FEW_VOTES} votes. The table marks them.`,
    few && !connected && 'Some columns were never compared, not even indirectly, so their order is unknown.',
    settings > 1 &&
      `Votes with ${settings} different settings (examples, context, masking, prompt) are counted together.`,
  ].filter((warning) => warning !== false);
}

export const chanceAgainstAverage = (strength: number): number => 100 / (1 + Math.exp(-strength));
