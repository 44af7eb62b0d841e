import { expect, it } from 'vitest';
import { NOT_SENT, progressAfter, progressText } from './answer-progress.tsx';

it('says the place in line, then the time since the request was sent', () => {
  const waiting = progressAfter(NOT_SENT, { kind: 'waiting', place: 3 }, 1000);
  expect(progressText(waiting, false, 60_000)).toBe('Third in line');
  const next = progressAfter(waiting, { kind: 'waiting', place: 1 }, 2000);
  expect(progressText(next, false, 60_000)).toBe('Next in line');
  expect(progressText({ ...next, place: 23 }, false, 60_000)).toBe('Number 23 in line');
  const sent = progressAfter(next, { kind: 'sent' }, 90_000);
  expect(progressText(sent, false, 102_400)).toBe('Waiting for the first words… 12 s');
  expect(progressText(progressAfter(sent, { kind: 'text', text: 'a' }), true, 150_000)).toBe(
    'Answering… 1.0 min',
  );
});
