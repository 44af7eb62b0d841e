import { describe, expect, it } from 'vitest';
import type { TagAgreement } from '#shared/contract/agreement.ts';
import { caution, kappaInterval, sortTags } from './agreement-texts.ts';

const tag = (name: string, kappa: number | null, both = 40, prevalence = 0.3): TagAgreement => ({
  name,
  both,
  leftOnly: 0,
  rightOnly: 0,
  neither: 60,
  agreement: 0.9,
  expected: 0.5,
  kappa,
  interval: null,
  prevalence,
  positive: 0.8,
});

describe('the agreement table', () => {
  const tags = [tag('b', 0.5), tag('a', 0.5), tag('c', null), tag('d', -0.1)];
  it('sorts by κ, with ties by name and missing values last', () => {
    expect(sortTags(tags, 'kappa', true).map(({ name }) => name)).toEqual(['a', 'b', 'd', 'c']);
    expect(sortTags(tags, 'kappa', false).map(({ name }) => name)).toEqual(['d', 'a', 'b', 'c']);
    expect(sortTags(tags, 'name', false).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('warns about unreliable κ', () => {
    expect(caution(tag('a', 0.5))).toBeNull();
    expect(caution(tag('a', null))).toContain('κ is undefined');
    expect(caution(tag('a', 0.5, 1))).toBe('Only 1 turn: too few for κ.');
    expect(caution(tag('a', 0.5, 40, 0.01))).toContain('κ is low for very rare');
  });

  it('formats figures with two digits', () => {
    expect(kappaInterval([0.151, 0.649])).toBe('[0.15, 0.65]');
    expect(kappaInterval([-0.0004, 0.649])).toBe('[0.00, 0.65]');
  });
});
