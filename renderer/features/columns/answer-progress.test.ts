import { expect, it } from 'vitest';
import { accountText, NOT_SENT, progressAfter, progressText } from './answer-progress.tsx';

it('says the place in line, then the time since the request was sent', () => {
  const waiting = progressAfter(NOT_SENT, { kind: 'waiting', place: 3 }, 1000);
  expect(progressText(waiting, false, 60_000)).toBe('Third in line');
  const next = progressAfter(waiting, { kind: 'waiting', place: 1 }, 2000);
  expect(progressText(next, false, 60_000)).toBe('Next in line');
  expect(progressText({ ...next, place: 23 }, false, 60_000)).toBe('Number 23 in line');
  const sent = progressAfter(next, { kind: 'sent' }, 90_000);
  expect(progressText(sent, false, 102_400)).toBe('Waiting for the first words… 12 s');
  expect(progressText(progressAfter(sent, { kind: 'text', text: 'a' }), true, 150_000)).toBe(
    'Answering… 1 min 0 s',
  );
});

it('says what an answer took, and that a saved answer took nothing', () => {
  const asked = { latencyMs: 64_234, tokens: { input: 812, output: 12 }, costUsd: null, cached: false };
  expect(accountText(asked)).toBe('64.2 s · 812 tokens in, 12 out');
  expect(accountText({ ...asked, cached: true, costUsd: 0 })).toBe('saved answer · 812 tokens in, 12 out');
  expect(accountText({ ...asked, tokens: null, costUsd: 0.0031 })).toBe('64.2 s · $0.0031');
});
