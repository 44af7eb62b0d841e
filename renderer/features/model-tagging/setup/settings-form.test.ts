import { describe, expect, it } from 'vitest';
import { NEW_FORM, readForm } from './settings-form.ts';

const FORM = { ...NEW_FORM, provider: 'mine', model: ' small ' };

describe('readForm', () => {
  it('reads what a new form says once a server and a model are named', () => {
    expect(readForm(NEW_FORM)).toMatchObject({
      settings: null,
      errors: { provider: expect.any(String), model: expect.any(String) },
    });
    expect(readForm(FORM)).toMatchObject({
      errors: {},
      settings: { model: 'small', pilot: 50, budgetUsd: null, budgetTokens: null, temperature: 0 },
    });
  });

  it('takes an empty limit for none and a decimal comma for a point', () => {
    const { settings } = readForm({ ...FORM, budgetUsd: '2,50', temperature: '', pilot: '0' });
    expect(settings).toMatchObject({ budgetUsd: 2.5, temperature: null, pilot: 0 });
  });

  it.each([
    ['pilot', '5.5'],
    ['pilot', ''],
    ['concurrency', '0'],
    ['budgetUsd', '-1'],
    ['budgetTokens', 'many'],
    ['temperature', '3'],
    ['tokensPerRound', '1'],
  ] as const)('says what is wrong with %s "%s"', (field, text) => {
    const { settings, errors } = readForm({ ...FORM, [field]: text });
    expect(settings).toBeNull();
    expect(errors[field]).toMatch(/\.$/);
  });
});
