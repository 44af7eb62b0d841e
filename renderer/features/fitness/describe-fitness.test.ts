import { describe, expect, it } from 'vitest';
import type { FitnessRow } from '#shared/contract/fitness.ts';
import { describeFitness, deviationPlace } from './fitness-panel.tsx';

const row = (more: Partial<FitnessRow> = {}): FitnessRow => ({
  kind: 'skipped',
  state: null,
  after: { role: 'user', tag: 'greet' },
  move: { role: 'system', tag: 'ask' },
  place: null,
  dialogues: 45,
  ...more,
});

describe('how dialogues deviate', () => {
  it('is the share that deviates, with its interval, and where most of them do', () => {
    expect(describeFitness({ checked: 400, whole: 190, mean: 0.831, items: [row()] }, null)).toBe(
      '210 of 400 dialogues deviate from the reference: 52.5 % (95 % interval 47.6 to 57.3; average fit 83.1 %). Most often, “ask” is skipped after “greet” (45 dialogues).',
    );
  });

  it('is where most deviate if the reference was chosen to cover a share of the same dialogues', () => {
    expect(describeFitness({ checked: 400, whole: 190, mean: 0.831, items: [row()] }, 0.5)).toBe(
      'Most often, “ask” is skipped after “greet” (45 dialogues). The most common variants cover 50 % of the dialogues, so 210 of 400 deviate by definition (average fit of all dialogues: 83.1 %).',
    );
  });

  it('is nothing if all follow the reference', () => {
    expect(describeFitness({ checked: 40, whole: 40, mean: 1, items: [] }, null)).toBe(
      'All 40 dialogues follow the reference from start to end (deviations: 95 % interval 0.0 to 8.8 %).',
    );
  });

  it('says that there are too few dialogues, or none', () => {
    expect(describeFitness({ checked: 12, whole: 3, mean: 0.5, items: [row()] }, null)).toMatch(
      /There are too few dialogues for a reliable result\. At least 30 are needed\.$/,
    );
    expect(describeFitness({ checked: 0, whole: 0, mean: null, items: [] }, null)).toMatch(/^No result/);
  });

  it('names the place by its state, else by what came before', () => {
    expect(deviationPlace(row({ place: '12 #ask' }))).toBe('at 12 #ask');
    expect(deviationPlace(row({ after: null }))).toBe('at the start');
  });
});
