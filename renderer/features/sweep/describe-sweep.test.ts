import { describe, expect, it } from 'vitest';
import { learnInputSchema } from '#shared/contract/automata.ts';
import type { SweepRow } from '#shared/contract/sweep.ts';
import { describeSweep } from './sweep-page.tsx';

const row = (states: number, estimate: number | null, reach: number | null = 0.05): SweepRow => ({
  setting: learnInputSchema.parse({ run: 3, learner: 'overview', states }),
  tagger: 'moves',
  states,
  transitions: 200,
  largest: 0.2,
  named: 0.8,
  followed: 0.7,
  beyondChance: {
    estimate,
    lower: estimate === null || reach === null ? null : estimate - reach,
    upper: estimate === null || reach === null ? null : estimate + reach,
  },
  sequences: 99,
  seconds: 0.1,
});
const sweep = (...rows: SweepRow[]) => describeSweep({ rows, dialogues: 400, heldOut: 40, seconds: 1 });

describe('the result of compared settings', () => {
  it('is the setting that follows most turns beyond chance, if its interval is above all others', () => {
    expect(sweep(row(20, 0.1), row(40, 0.25))).toBe(
      '“Overview of at most 40 states” is best: it follows 25.0 more turns in 100 than chance (95 % interval 20.0 to 30.0). “Overview of at most 20 states” follows 10.0 more turns in 100 than chance (95 % interval 5.0 to 15.0). The difference is 15.0 (tested on 40 dialogues).',
    );
  });

  it('says plainly that no setting is best', () => {
    expect(sweep(row(20, 0.22), row(40, 0.25))).toMatch(
      /^No setting is clearly best\. “Overview of at most 40 states” follows 25\.0 more turns in 100 than chance \(.*\), and “Overview of at most 20 states” follows 22\.0 more turns in 100 than chance \(.*\)\. The difference of 3\.0 may be due to chance \(tested on 40 dialogues\)\.$/,
    );
    // A setting without an interval could be anywhere.
    expect(sweep(row(20, 0.1), row(40, 0.25), row(60, 0.01, null))).toMatch(/^No setting is clearly best/);
  });

  it('names settings with the same value together', () => {
    expect(sweep(row(60, 0.25), row(40, 0.25), row(20, 0.1))).toBe(
      '2 settings are equally good: “Overview of at most 60 states” and “Overview of at most 40 states” each follow 25.0 more turns in 100 than chance (95 % interval 20.0 to 30.0), tested on 40 dialogues.',
    );
  });

  it('says that the order of the tags may be random', () => {
    expect(sweep(row(20, 0.01), row(40, 0.02))).toMatch(/ The order of the tags may be random\.$/);
  });

  it('says what is missing', () => {
    expect(sweep(row(40, 0.25))).toMatch(/Compare this setting with a second one\.$/);
    expect(sweep(row(40, null))).toMatch(/no turn could be tested\. Tag the dialogues first\.$/);
    expect(describeSweep({ rows: [], dialogues: 4, heldOut: 0, seconds: 1 })).toMatch(
      /there are no test dialogues\. Import more dialogues\.$/,
    );
  });
});
