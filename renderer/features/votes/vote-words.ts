import type { VoteChoice, VoteRanking } from '#shared/contract/votes.ts';
import { formatCount, formatSetShare } from '#shared/domain/figure-text.ts';

export const CHOICE_WORDS: Readonly<Record<VoteChoice, string>> = {
  a: 'A is better',
  b: 'B is better',
  tie: 'a tie',
  'both-bad': 'both bad',
};

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

interface SeriesCounts {
  readonly voted: number;
  readonly same: number;
  readonly unanswered: number;
  readonly passed: number;
}

/** "3 votes · 2 pairs the same · 1 without an answer" */
export function describeSeries({ voted, same, unanswered, passed }: SeriesCounts): string {
  return [
    plural(voted, 'vote', 'votes'),
    same > 0 && `${plural(same, 'pair', 'pairs')} said the same`,
    unanswered > 0 && `${plural(unanswered, 'pair', 'pairs')} without an answer`,
    passed > 0 && `${plural(passed, 'pair', 'pairs')} passed over`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a ranking rests on, as sentences. */
export function describeRanking(ranking: VoteRanking, unit: 'next-turn' | 'whole-dialogue'): string {
  const [one, more] =
    unit === 'next-turn' ? (['round', 'rounds'] as const) : (['dialogue', 'dialogues'] as const);
  const basis = `${plural(ranking.votes, 'vote', 'votes')} on ${plural(ranking.items, one, more)}.`;
  const intervals = `Intervals of ${formatSetShare(ranking.level)} by drawing the ${more} anew, ${formatCount(
    ranking.resamples,
  )} times, seed ${ranking.seed}.`;
  const same =
    ranking.same === 0
      ? ''
      : ` ${plural(ranking.same, 'pair was', 'pairs were')} passed over because both said the same.`;
  return `${basis} ${intervals}${same}`;
}

/** What must be known before a ranking is believed. */
export function rankingWarnings({ few, votes, connected, settings, columns }: VoteRanking): string[] {
  return [
    few && `Fewer than 30 votes (${votes}): read this as anecdote, not as a ranking.`,
    !few &&
      columns.some((column) => column.few) &&
      'Some columns have fewer than 30 votes; they are marked in the table.',
    !connected &&
      'Some columns never met, not even by way of others: how they stand to each other is not known.',
    settings > 1 &&
      `Votes under ${settings} different settings (examples, context, masking, prompt) are counted together.`,
  ].filter((warning) => warning !== false);
}

/** A strength as the chance, in per cent, of being preferred to an average column. */
export const chanceAgainstAverage = (strength: number): number => 100 / (1 + Math.exp(-strength));
