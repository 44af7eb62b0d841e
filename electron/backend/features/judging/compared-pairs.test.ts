import { describe, expect, it } from 'vitest';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import { comparedPairs } from './compared-pairs.ts';

const byModel = (method: string, model: string, seed = 1): AgentSpec => ({
  method,
  answerer: { kind: 'model', provider: 'p', model, temperature: 0, seed, maxOutputTokens: 64 },
});
const byExamples = (method: string): AgentSpec => ({ method, answerer: { kind: 'consensus' } });
const OWN = { kind: 'baseline', baseline: null } as const;

describe('pairs of columns', () => {
  it('compare each column with the one of its own model without examples', () => {
    const columns = [
      byModel('bm25-last', 'small'),
      byModel('none', 'small'),
      byModel('none', 'large'),
      byModel('bm25-last', 'large'),
      byModel('context', 'small', 7),
      byModel('context', 'other'),
      byExamples('random'),
    ];
    // A seed does not make a different model. Another model has no baseline; without a model there are two.
    expect(comparedPairs(columns, OWN)).toEqual([
      [1, 0],
      [2, 3],
      [1, 4],
    ]);
  });

  it('prefer the same answerer to the same model', () => {
    const columns = [byModel('none', 'small', 1), byModel('none', 'small', 2), byModel('random', 'small', 2)];
    expect(comparedPairs(columns, OWN)).toEqual([[1, 2]]);
  });

  it('compare answers without a model with the only column without examples', () => {
    expect(comparedPairs([byModel('none', 'small'), byExamples('random')], OWN)).toEqual([[0, 1]]);
  });

  it('compare all with a named column, every two, or those listed', () => {
    const columns = ['random', 'dense', 'context'].map(byExamples);
    const [random, dense, context] = columns.map(agentKey);
    expect(comparedPairs(columns, { kind: 'baseline', baseline: dense })).toEqual([
      [1, 0],
      [1, 2],
    ]);
    expect(comparedPairs(columns, { kind: 'every' })).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    const listed = { baseline: context, column: random };
    expect(comparedPairs(columns, { kind: 'listed', pairs: [listed, listed] })).toEqual([[2, 0]]);
  });

  it('are rejected if none is possible, or if a pair is listed twice', () => {
    const columns = ['random', 'dense'].map(byExamples);
    const [random, dense] = columns.map(agentKey);
    const codeOf = (compare: Parameters<typeof comparedPairs>[1], given = columns) => {
      try {
        return comparedPairs(given, compare);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(codeOf(OWN)).toBe('INVALID');
    expect(codeOf({ kind: 'every' }, columns.slice(0, 1))).toBe('INVALID');
    expect(codeOf({ kind: 'baseline', baseline: 'magic' })).toBe('NOT_FOUND');
    for (const pairs of [
      [{ baseline: random, column: random }],
      [
        { baseline: random, column: dense },
        { baseline: dense, column: random },
      ],
    ])
      expect(codeOf({ kind: 'listed', pairs })).toBe('INVALID');
  });
});
