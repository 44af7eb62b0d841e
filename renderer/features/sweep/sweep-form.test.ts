import { describe, expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { describeAmount, inputOf, listsOf, type SweepForm, startForm } from './sweep-dialog.tsx';

const form = startForm(3 as RunId);

describe('the sweep form', () => {
  it('checks the fields that the chosen learners use', () => {
    const fieldsOf = (own: Partial<SweepForm>) => listsOf({ ...form, ...own });
    expect(fieldsOf({ learners: ['paper'] })).toEqual(['taus', 'lambdas']);
    expect(fieldsOf({ learners: ['overview'] })).toEqual(['states']);
    expect(fieldsOf({ learners: ['dependency'] })).toEqual([]);
    expect(fieldsOf({ learners: ['merging'], policies: ['phi', 'k-tails'] })).toEqual([
      'lambdas',
      'states',
      'supports',
      'ks',
    ]);
  });

  it('accepts numbers separated by commas or spaces', () => {
    const input = inputOf({ ...form, lambdas: '0.1,  none', states: '10 20', supports: '2.5' });
    expect(input).toMatchObject({ runs: [3], lambdas: [0.1, null], states: [10, 20], supports: [0.025] });
    // Values that no chosen learner uses are ignored.
    expect(inputOf({ ...form, learners: ['paper'], states: 'x' })?.states).toEqual([40]);
  });

  it.each([
    { states: '3' },
    { taus: '' },
    { alphas: '0' },
    { learners: [] },
    { policies: [] },
    { runs: [] },
  ] as const)('is invalid with %o', (own) => {
    expect(inputOf({ ...form, ...own })).toBeNull();
  });

  it('counts the settings, and says if there are too many', () => {
    // The paper's learner with two λ, overviews, and two policies with three numbers of states.
    expect(describeAmount(form)).toBe('These values give 11 settings.');
    expect(describeAmount({ ...form, learners: ['dependency'] })).toBe('These values give one setting.');
    const many = {
      ...form,
      taus: '1 2 3 4 5 6 7 8 9 10 11',
      lambdas: Array.from({ length: 20 }, (_, at) => at / 20).join(),
    };
    expect(describeAmount(many)).toMatch(
      /^These values give 229 settings\. Enter fewer values: you can compare at most 200\.$/,
    );
    expect(inputOf(many)).toBeNull();
  });
});
