import { describe, expect, it } from 'vitest';
import type { AgreementResult, TagAgreement } from '#shared/contract/agreement.ts';
import { caution, describeAgreement, kappaInterval, sortTags } from './agreement-texts.ts';

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
    expect(caution(tag('a', 0.5, 40, 0.01))).toContain('If a tag is very rare');
  });

  it('formats figures with two digits', () => {
    expect(kappaInterval([0.151, 0.649])).toBe('[0.15, 0.65]');
    expect(kappaInterval([-0.0004, 0.649])).toBe('[0.00, 0.65]');
  });
});

describe('the agreement in a sentence', () => {
  const result = (more: Partial<AgreementResult> = {}) =>
    describeAgreement({
      left: { title: 'Ann', turns: 120 },
      right: { title: 'Bo', turns: 120 },
      turns: 120,
      exact: 90,
      pooled: { agreement: 0.9, expected: 0.5, kappa: 0.71, interval: [0.62, 0.8] },
      macroKappa: 0.6,
      macroTags: 2,
      tags: [tag('pay', 0.9), { ...tag('refund', 0.3), leftOnly: 9, rightOnly: 3 }],
      ...more,
    });

  it('says how often tags are equal, how much beyond chance, and where the sides differ most', () => {
    expect(result()).toBe(
      'The two sides have the same tags in 75.0 % of 120 turns. Tag by tag, they agree more often than expected by chance (κ 0.71, 95 % interval 0.62 to 0.80). The sides differ most on #refund (12 turns).',
    );
  });

  it('says that sides without a common tag cannot be compared', () => {
    const tags = ['pay', 'refund'].map((name) => ({ ...tag(name, 0, 0), leftOnly: 40 }));
    expect(result({ tags, exact: 0 })).toBe(
      'The two sides share no tag in 120 turns. They seem to use different vocabularies. Choose sides with the same tags.',
    );
  });

  it('says plainly that the agreement may be chance', () => {
    const pooled = { agreement: 0.5, expected: 0.5, kappa: 0.02, interval: [-0.1, 0.14] as [number, number] };
    expect(result({ pooled, tags: [] })).toMatch(
      /it is not clear that they agree more often than expected by chance \(κ 0\.02, 95 % interval −0\.10 to 0\.14\)\.$/,
    );
    expect(result({ pooled: { agreement: 1, expected: 1, kappa: null, interval: null } })).toMatch(
      /κ is undefined, because the tags never vary/,
    );
  });

  it('says that there are too few turns', () => {
    expect(result({ turns: 12, exact: 12 })).toMatch(
      /^The two sides have the same tags in 100 % of 12 turns\. .* At least 30 are needed\.$/,
    );
  });
});
