import { expect, it } from 'vitest';
import type { ProviderDraft } from '#shared/contract/providers.ts';
import { draftOf, formOf, NO_PRICE, type ProviderForm } from './provider-form.ts';

const DRAFT: ProviderDraft = {
  name: 'Mine',
  kind: 'openai',
  baseUrl: 'http://localhost:1/v1',
  apiVersion: null,
  chatModel: 'small',
  embeddingModel: null,
  prices: { small: { inputUsd: 0.5, outputUsd: 2 } },
  takesBatches: false,
  requestsAtOnce: null,
  maskPersonalData: true,
};

const errorsOf = (given: Partial<ProviderForm>) => {
  const read = draftOf({ ...formOf(DRAFT), ...given });
  return 'errors' in read ? read.errors : null;
};

it('returns the stored provider unchanged, without empty price lines', () => {
  const form = formOf(DRAFT);
  expect(draftOf(form)).toEqual({ draft: DRAFT });
  expect(draftOf({ ...form, name: ' Mine ', prices: [...form.prices, NO_PRICE] })).toEqual({ draft: DRAFT });
});

it('reports errors by field', () => {
  expect(errorsOf({ name: ' ' })).toEqual({ name: 'Enter a name.' });
  expect(errorsOf({ baseUrl: 'https://' })).toEqual({ baseUrl: 'Enter the address.' });
  expect(errorsOf({ kind: 'azure' })?.apiVersion).toContain('2024-10-21');
  expect(errorsOf({ prices: [{ model: 'm', inputUsd: 'a lot', outputUsd: '1' }] })?.prices).toMatch(/^m: /);
  expect(errorsOf({ prices: [{ model: '', inputUsd: '1', outputUsd: '1' }] })?.prices).toContain(
    'without a model',
  );
  expect(errorsOf({ prices: [{ model: 'm', inputUsd: '-1', outputUsd: '1' }] })).not.toBeNull();
  const price = { model: 'm', inputUsd: '1', outputUsd: '1' };
  expect(errorsOf({ prices: [price, price] })?.prices).toBe('m appears twice.');
});

it('takes the number of requests at once, or leaves it to the server', () => {
  const read = draftOf({ ...formOf(DRAFT), requestsAtOnce: ' 8 ' });
  expect('draft' in read && read.draft.requestsAtOnce).toBe(8);
  for (const wrong of ['0', '65', '1.5', 'all'])
    expect(errorsOf({ requestsAtOnce: wrong })?.requestsAtOnce).toMatch(/1 to 64/);
});

it('accepts a decimal comma', () => {
  const read = draftOf({ ...formOf(DRAFT), prices: [{ model: 'm', inputUsd: '0,15', outputUsd: '1' }] });
  expect('draft' in read && read.draft.prices).toEqual({ m: { inputUsd: 0.15, outputUsd: 1 } });
});
