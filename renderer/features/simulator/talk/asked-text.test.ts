import { expect, it } from 'vitest';
import { askedText, talkTokensText } from './talk-turns.tsx';

const asked = {
  prompt: [],
  tokens: { input: 1200, output: 30 },
  costUsd: 0.0021,
  cached: false,
  failed: false,
  waitedMs: 0,
};

it('shows the tokens of a turn and of the whole dialogue', () => {
  expect(askedText(asked)).toBe('1,200 tokens in, 30 out, $0.0021');
  expect(askedText({ ...asked, latencyMs: 64_234 })).toBe('64.2 s, 1,200 tokens in, 30 out, $0.0021');
  expect(askedText({ ...asked, costUsd: 0, cached: true })).toBe('1,200 tokens in, 30 out, from the cache');
  expect(askedText({ ...asked, tokens: null, costUsd: null })).toBe('tokens unknown, cost unknown');
  expect(talkTokensText([asked, { ...asked, tokens: null }, asked])).toBe(
    '2,460 tokens so far, 1,230 per turn',
  );
});
