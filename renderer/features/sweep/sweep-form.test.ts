import { describe, expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { describeAmount, errorsOf, inputOf, type SweepForm, startForm, valuesOf } from './sweep-dialog.tsx';

const form = startForm(3 as RunId);

describe('the sweep form', () => {
  it('checks the fields that the chosen learners use', () => {
    const fieldsOf = (own: Partial<SweepForm>) => valuesOf({ ...form, ...own }).map(({ field }) => field);
    expect(fieldsOf({ learners: ['paper'] })).toEqual(['taus', 'lambdas']);
    expect(fieldsOf({ learners: ['overview'] })).toEqual(['states']);
    expect(fieldsOf({ learners: ['dependency'] })).toEqual([]);
    expect(fieldsOf({ learners: ['merging'], policies: ['phi', 'k-tails'] })).toEqual([
      'states',
      'lambdas',
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

  it('names the invalid field', () => {
    expect(errorsOf(form)).toEqual({});
    expect(errorsOf({ ...form, states: '3' })).toEqual({ states: 'Whole numbers from 4 to 400.' });
    expect(errorsOf({ ...form, taus: '' })).toHaveProperty('taus');
    expect(errorsOf({ ...form, learners: [], runs: [] })).toMatchObject({
      learners: 'Choose at least one.',
      runs: 'Choose at least one.',
    });
    expect(inputOf({ ...form, runs: [] })).toBeNull();
    expect(inputOf({ ...form, alphas: '0' })).toBeNull();
  });

  it('counts the settings, and says if there are too many', () => {
    // The paper's learner with two λ, overviews, and two policies with three numbers of states.
    expect(describeAmount(form)).toBe('These are 11 settings.');
    expect(describeAmount({ ...form, learners: ['dependency'] })).toBe('This is one setting.');
    const many = {
      ...form,
      taus: '1 2 3 4 5 6 7 8 9 10 11',
      lambdas: Array.from({ length: 20 }, (_, at) => at / 20).join(),
    };
    expect(describeAmount(many)).toMatch(/^These are 229 settings\. Enter fewer values: at most 200 /);
    expect(inputOf(many)).toBeNull();
  });
});
