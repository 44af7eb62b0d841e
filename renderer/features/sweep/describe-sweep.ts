import type { SweepResult, SweepRow } from '#shared/contract/sweep.ts';
import { figureText, formatAmount, intervalWords } from '#shared/domain/figure-text.ts';
import { describeSetting } from './sweep-columns.ts';

/** True if the rows come from several tagging runs, so that a setting is named with its tagger. */
export const hasSeveralRuns = ({ rows }: Pick<SweepResult, 'rows'>): boolean =>
  new Set(rows.map(({ setting }) => setting.run)).size > 1;

const beyondOf = ({ beyondChance }: SweepRow): number => beyondChance.estimate ?? Number.NEGATIVE_INFINITY;

const figures = ({ beyondChance }: SweepRow): string =>
  `${figureText(beyondChance.estimate, { share: true })} in 100 (${intervalWords(beyondChance, { share: true }) || 'no interval'})`;

/**
 * Says which setting follows most turns of test dialogues beyond chance. It is the best only if its interval
 * lies above the intervals of all others, so that chance is unlikely to explain it.
 */
export function describeSweep(result: SweepResult): string {
  const { rows, heldOut } = result;
  const measured = rows.filter(({ beyondChance }) => beyondChance.estimate !== null);
  const [best, second, ...rest] = measured.toSorted((a, b) => beyondOf(b) - beyondOf(a));
  const tested = `tested on ${formatAmount(heldOut, 'dialogue')}`;
  if (!best)
    return `There is no result: ${heldOut === 0 ? 'there are no test dialogues. Import more dialogues' : 'no turn could be tested. Tag the dialogues first'}.`;
  const named = (row: SweepRow): string => `“${describeSetting(row, hasSeveralRuns(result))}”`;
  const { lower } = best.beyondChance;
  const chance = lower !== null && lower > 0 ? '' : ' The order of the tags may mean nothing.';
  if (!second)
    return `${named(best)} follows turns beyond chance: ${figures(best)}, ${tested}.${chance} Compare it with a second setting.`;
  const isApart = [second, ...rest].every(
    ({ beyondChance: { upper } }) => lower !== null && upper !== null && upper < lower,
  );
  const size = figureText(beyondOf(best) - beyondOf(second), { share: true });
  return isApart
    ? `${named(best)} is best: beyond chance it follows ${figures(best)}, ${size} more than ${named(second)} with ${figures(second)}, ${tested}.${chance}`
    : `No setting is clearly best. ${named(best)} follows ${figures(best)} beyond chance, ${named(second)} ${figures(second)}. The difference of ${size} may be chance, ${tested}.${chance}`;
}
