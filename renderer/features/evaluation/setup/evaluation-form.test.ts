import { describe, expect, it } from 'vitest';
import { inputOf, START_FORM, toggleMethod } from './evaluate-dialog.tsx';

describe('the evaluation form', () => {
  it('is valid from the start', () => {
    expect(inputOf(START_FORM)).toMatchObject({
      from: { kind: 'project', heldOutShare: 0.1 },
      tagger: 'run',
      run: null,
      examples: 5,
      seed: 1,
      limit: null,
      trainLimit: null,
    });
  });

  it('parses limits, and takes empty ones as no limit', () => {
    expect(inputOf({ ...START_FORM, limit: '20', trainLimit: ' ' })).toMatchObject({
      limit: 20,
      trainLimit: null,
    });
  });

  it.each([
    ['heldOutShare', '0'],
    ['heldOutShare', '91'],
    ['heldOutShare', ''],
    ['heldOutShare', 'ten'],
    ['examples', '0'],
    ['examples', '51'],
    ['examples', '2.5'],
    ['seed', '-1'],
    ['limit', '0'],
    ['trainLimit', 'all'],
  ] as const)('is invalid with %s "%s"', (field, value) => {
    expect(inputOf({ ...START_FORM, [field]: value })).toBeNull();
  });

  it('requires a method', () => {
    expect(inputOf({ ...START_FORM, methods: [] })).toBeNull();
  });

  it('selects methods in the order of the list', () => {
    const form = { ...START_FORM, methods: ['c'] };
    const ticked = toggleMethod(form, 'a', ['a', 'b', 'c']);
    expect(ticked.methods).toEqual(['a', 'c']);
    expect(toggleMethod(ticked, 'c', ['a', 'b', 'c']).methods).toEqual(['a']);
  });
});
