import { expect, it } from 'vitest';
import { retryAfterMs } from './faults.ts';
import { scrub } from './scrub.ts';

const KEY = 'a+secret/key=';

it('takes the key out in every form a server echoes', () => {
  for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')]) {
    expect(scrub(`Key ${form} is wrong, I said ${form}.`, KEY)).toBe('Key [key] is wrong, I said [key].');
  }
  expect(scrub('Incorrect API key provided: sk-proj-ab****************wxyz.', KEY)).not.toContain('wxyz');
  expect(scrub('authorization: Bearer abc.def', null)).toBe('authorization: [key]');
  expect(scrub('a desk-lamp, a task-force', KEY)).toBe('a desk-lamp, a task-force');
});

it('keeps to one short line', () => {
  expect(scrub('a\n\tb\u0000\u001b[31mc', null)).toBe('a b [31mc');
  expect(scrub('x'.repeat(1000), null)).toHaveLength(300);
});

it('reads how long to wait in every form there is', () => {
  const wait = (headers: Record<string, string>) =>
    retryAfterMs(new Headers(headers), Date.parse('2020-01-01T00:00:00Z'));
  expect(wait({})).toBeNull();
  expect(wait({ 'retry-after': '7' })).toBe(7000);
  expect(wait({ 'retry-after': '0.5' })).toBe(500);
  expect(wait({ 'retry-after': '7', 'retry-after-ms': '120' })).toBe(120);
  expect(wait({ 'retry-after': 'Wed, 01 Jan 2020 00:00:30 GMT' })).toBe(30_000);
  expect(wait({ 'retry-after': 'Wed, 01 Jan 2019 00:00:30 GMT' })).toBe(0);
  expect(
    wait({ 'retry-after': 'Wed, 01 Jan 2020 00:00:30 GMT', date: 'Wed, 01 Jan 2020 00:00:20 GMT' }),
  ).toBe(10_000);
  for (const value of ['-1', 'soon', 'NaN', '']) expect(wait({ 'retry-after': value })).toBeNull();
});
