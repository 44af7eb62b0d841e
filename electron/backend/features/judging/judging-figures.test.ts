import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Judgement, settleJudgements } from '#shared/algorithms/preference/judge.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import { ratesOf } from './judging-figures.ts';

type Says = Judgement['says'];

/** Items 0, 1, … in dialogues of two turns. In a pair, the first verdict has the baseline first. */
function rates(verdicts: readonly (readonly [straight: Says, swapped: Says])[], same = 0) {
  const judgements = verdicts.flatMap(([straight, swapped], at): Judgement[] => [
    { item: `i${at}`, shownFirst: 'plain', shownSecond: 'aided', says: straight },
    { item: `i${at}`, shownFirst: 'aided', shownSecond: 'plain', says: swapped },
  ]);
  const alike = Array.from({ length: same }, (_, at) => `i${verdicts.length + at}`);
  const items = new Map(
    [...judgements.map(({ item }) => item), ...alike].map((name) => {
      const dialogue = (Math.floor(Number(name.slice(1)) / 2) + 1) as DialogueId;
      return [name, { dialogue } as BatchItemRow];
    }),
  );
  const settled = settleJudgements(judgements).pairs;
  return ratesOf({ baseline: 'plain', column: 'aided', judgements, settled, same: alike }, { items }, 1);
}

describe('a win rate', () => {
  it('counts ties and identical answers as half a win, and reports both', () => {
    const found = rates(
      [
        ['second', 'first'],
        ['first', 'second'],
        ['first', 'first'],
        ['second', 'tie'],
      ],
      2,
    );
    expect(found).toMatchObject({ wins: 1, losses: 1, ties: 2, counted: 6, dialogues: 3 });
    expect(found.rate.estimate).toBeCloseTo(3 / 6);
    expect(found.decided).toMatchObject({ successes: 1, trials: 2 });
    expect(found.printed).toMatchObject({ wins: 2, losses: 2, ties: 0 });
    expect(found.printed.rate.estimate).toBeCloseTo(3 / 6);
  });

  it('resamples whole dialogues, because equal verdicts on turns of one dialogue add no evidence', () => {
    const verdicts = Array.from({ length: 40 }, (_, at): [Says, Says] =>
      Math.floor(at / 2) % 2 === 0 ? ['second', 'first'] : ['first', 'second'],
    );
    const { rate } = rates(verdicts);
    const width = (rate.upper ?? 0) - (rate.lower ?? 0);
    // 20 dialogues count, not 40 turns: the width is about 2 · 1.96 · 0.5 / √20, not √40.
    expect(width).toBeGreaterThan(0.36);
  });

  it('is mirrored if the two are exchanged, and stays within 0 … 1', () => {
    const says = fc.constantFrom<Says>('first', 'second', 'tie');
    const turned = (one: Says): Says => (one === 'tie' ? 'tie' : one === 'first' ? 'second' : 'first');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(says, says), { minLength: 1, maxLength: 12 }),
        fc.nat(3),
        (verdicts, same) => {
          const one = rates(verdicts, same);
          const other = rates(
            verdicts.map(([straight, swapped]) => [turned(straight), turned(swapped)] as const),
            same,
          );
          expect((one.rate.estimate ?? 0) + (other.rate.estimate ?? 0)).toBeCloseTo(1, 9);
          expect([one.wins, one.ties]).toEqual([other.losses, other.ties]);
          for (const { rate } of [one, other, one.printed]) {
            // One dialogue alone has no interval.
            expect([rate.lower, rate.upper].includes(null)).toBe(one.dialogues === 1);
            for (const value of [rate.lower, rate.estimate, rate.upper]) {
              if (value === null) continue;
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
