import { expect, it } from 'vitest';
import { nameOfSource } from '#shared/domain/flow.ts';
import { sourceOf } from './flows-state.ts';

it('names a flow by the topic, task or filter that it is drafted from', () => {
  expect(nameOfSource(sourceOf('topic', 'card and credit'))).toBe('card and credit');
  expect(nameOfSource(sourceOf('task', 'bank_balance'))).toBe('bank_balance');
  expect(nameOfSource('domain = hotel')).toBe('hotel');
  expect(nameOfSource(' turns > 4 ')).toBe('turns > 4');
  expect(nameOfSource('')).toBe('all dialogues');
});
