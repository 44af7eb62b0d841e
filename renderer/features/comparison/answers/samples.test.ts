import { describe, expect, it } from 'vitest';
import type { ColumnAnswer } from '#shared/contract/generation.ts';
import { costText, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { NOT_SENT } from '../../columns/index.ts';
import { differenceText, speedText } from './account-section.tsx';
import type { AskedAnswer } from './answers.ts';
import { type Account, accountOf, groupSamples } from './shown-columns.ts';

const answered = (text: string, part: Partial<ColumnAnswer> = {}): AskedAnswer => ({
  state: 'done',
  text,
  progress: NOT_SENT,
  prompt: null,
  error: null,
  answer: {
    key: 'k',
    column: { method: 'random', answerer: { kind: 'first' } },
    turns: [{ turn: 1, text }],
    prompt: null,
    promptVersion: 1,
    tokens: { input: 10, output: 2 },
    costUsd: 0.25,
    latencyMs: 100,
    waitedMs: 0,
    cached: false,
    problem: null,
    grounds: null,
    ...part,
  },
});
const coming: AskedAnswer = { ...answered('a'), state: 'running', answer: null };

describe('groupSamples', () => {
  it('groups equal answers, but keeps unfinished ones separate', () => {
    const groups = groupSamples([answered('a'), answered('b'), answered('a'), coming, coming]);
    expect(groups.map(({ at, count, asked }) => [at, count, asked.state, asked.text])).toEqual([
      [0, 2, 'done', 'a'],
      [1, 1, 'done', 'b'],
      [2, 1, 'running', 'a'],
      [3, 1, 'running', 'a'],
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
      waitedMs: 0,
      pace: null,
      answers: 2,
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
  it('shows the speed of writing without the time of reading, of streamed answers only', () => {
    const speed = (...samples: AskedAnswer[]) => speedText(accountOf(samples) as Account);
    const tokens = { input: 900, output: 42 };
    const at = (sentAt: number, firstAt: number, lastAt: number): AskedAnswer => ({
      ...answered('a', { tokens, latencyMs: lastAt - sentAt }),
      progress: { place: null, sentAt, firstAt, lastAt },
    });
    expect(speed(at(0, 20_000, 30_000))).toBe('4.2 tokens/s');
    expect(accountOf([at(0, 20_000, 30_000)])?.pace).toEqual({ readMs: 20_000, writeMs: 10_000 });
    expect(speed(at(0, 20_000, 30_000), at(5000, 6000, 16_000))).toBe('4.2 tokens/s');
    expect(speed(at(0, 20_000, 20_000))).toBeNull();
    expect(speed(answered('a', { tokens, cached: true }))).toBeNull();
    expect(speed({ ...at(0, 20_000, 30_000), answer: { ...at(0, 1, 2).answer!, tokens: null } })).toBeNull();
  });

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
