import { describe, expect, it } from 'vitest';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { costText, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { differenceText } from './account-text.ts';
import type { AskedAnswer } from './answers.ts';
import { accountOf, groupSamples } from './samples.ts';

const answered = (text: string, part: Partial<ColumnAnswer> = {}): AskedAnswer => ({
  state: 'done',
  text,
  prompt: null,
  error: null,
  answer: {
    key: 'k',
    column: { method: 'random', answerer: { kind: 'first' } },
    turns: [{ round: 1, text }],
    prompt: null,
    promptVersion: 1,
    tokens: { input: 10, output: 2 },
    costUsd: 0.25,
    latencyMs: 100,
    cached: false,
    problem: null,
    grounds: null,
    ...part,
  },
});
const coming: AskedAnswer = { state: 'under-way', text: 'a', prompt: null, answer: null, error: null };

describe('groupSamples', () => {
  it('groups equal answers, but keeps unfinished ones separate', () => {
    const groups = groupSamples([answered('a'), answered('b'), answered('a'), coming, coming]);
    expect(groups.map(({ at, count, asked }) => [at, count, asked.state, asked.text])).toEqual([
      [0, 2, 'done', 'a'],
      [1, 1, 'done', 'b'],
      [2, 1, 'under-way', 'a'],
      [3, 1, 'under-way', 'a'],
    ]);
    expect(groupSamples([])).toEqual([]);
  });
});

describe('accountOf', () => {
  it('sums finished answers and averages their latency', () => {
    expect(
      accountOf([answered('a'), answered('b', { latencyMs: 300, cached: true, costUsd: 0 }), coming]),
    ).toEqual({
      tokens: { input: 20, output: 4 },
      costUsd: 0.25,
      latencyMs: 200,
      cached: 1,
    });
    expect(accountOf([coming])).toBeNull();
  });

  it('is unknown if a part is unknown', () => {
    expect(accountOf([answered('a'), answered('b', { tokens: null, costUsd: null })])).toMatchObject({
      tokens: null,
      costUsd: null,
    });
  });
});

describe('costs of an answer as text', () => {
  it.each([
    [0.4, '< 1 ms'],
    [340, '340 ms'],
    [2410, '2.4 s'],
  ])('shows %d ms', (ms, text) => {
    expect(formatMilliseconds(ms)).toBe(text);
  });

  it('show the difference from the reference', () => {
    expect(differenceText(300, 100, formatMilliseconds)).toBe('+200 ms');
    expect(differenceText(100, 2100, formatMilliseconds)).toBe('−2.0 s');
    expect(differenceText(0, 0, costText)).toBe('±0');
    expect(differenceText(null, 1, costText)).toBeNull();
    expect(differenceText(1, undefined, costText)).toBeNull();
  });
});
