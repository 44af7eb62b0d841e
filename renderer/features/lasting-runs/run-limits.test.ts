import { describe, expect, it } from 'vitest';
import { formOf, limitFaults, limitsOf, numberIn, START_LIMITS, wholeIn } from './use-model-run.tsx';

describe('limits of a run', () => {
  it('are absent if nothing is typed', () => {
    expect(limitsOf(START_LIMITS)).toEqual({ budgetUsd: null, budgetTokens: null });
    expect(limitsOf({ budgetUsd: '0.25', budgetTokens: ' 5000 ' })).toEqual({
      budgetUsd: 0.25,
      budgetTokens: 5000,
    });
  });

  it.each([
    ['budgetUsd', '0'],
    ['budgetUsd', '-1'],
    ['budgetUsd', 'much'],
    ['budgetTokens', '1.5'],
    ['budgetTokens', '0'],
  ] as const)('reject %s of "%s" with a sentence', (field, text) => {
    const form = { ...START_LIMITS, [field]: text };
    expect(limitsOf(form)).toBeNull();
    expect(limitFaults(form)[field]).toMatch(/\.$/);
  });

  it('accept a decimal comma', () => {
    expect(limitsOf({ ...START_LIMITS, budgetUsd: ' 2,50 ' })).toMatchObject({ budgetUsd: 2.5 });
    expect([numberIn('0,5', 0, 2), numberIn('2,1', 0, 2), numberIn('', 0, 2)]).toEqual([0.5, null, null]);
    expect(wholeIn('10,000', 1, 20_000)).toBeNull();
  });

  it('can be typed as they are stored', () => {
    const limits = { budgetUsd: 0.5, budgetTokens: null };
    expect(limitsOf(formOf(limits))).toEqual(limits);
  });

  it('are whole numbers within bounds', () => {
    expect([wholeIn('7', 1, 9), wholeIn('', 0, 9), wholeIn('10', 1, 9), wholeIn('1e1', 1, 20)]).toEqual([
      7,
      null,
      null,
      10,
    ]);
  });
});
