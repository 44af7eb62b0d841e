import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';

/** "372 turns (25 %) have no move." */
export const describeUntagged = (turns: number, of: number, what: 'move' | 'tag' = 'move'): string =>
  `${formatAmount(turns, 'turn')} (${formatShare(turns / of, { rough: true })}) ${turns === 1 ? 'has' : 'have'} no ${what}.`;

/** "1,240 turns (12 %) with rarer moves are not drawn." */
export function describeNotDrawn(turns: number, of: number, what: 'move' | 'tag' = 'move'): string {
  const share = formatShare(turns / of, { rough: true });
  const which = turns === 1 ? `with a rarer ${what} is` : `with rarer ${what}s are`;
  return `${formatAmount(turns, 'turn')} (${share}) ${which} not drawn.`;
}

/** An answer takes about ten seconds and also names similar turns; after about sixty, more help little. */
const SECONDS_PER_ANSWER = 10;
const MOST_ANSWERS = 60;
const TURNS_PER_ANSWER = 4;

/** "about 10 minutes" */
export function describeMinutes(turns: number): string {
  const answers = Math.min(MOST_ANSWERS, Math.ceil(turns / TURNS_PER_ANSWER));
  return `about ${formatAmount(Math.max(1, Math.round((answers * SECONDS_PER_ANSWER) / 60)), 'minute')}`;
}
