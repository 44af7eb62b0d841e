import { describe, expect, it } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { describeProgress, describeRemainder, hasEnded, isActive } from './job-state.ts';

const job = (part: Partial<Job>): Job => ({
  id: '1' as JobId,
  kind: 'import',
  state: 'running',
  title: 'Importing star.jsonl.gz',
  phase: 'reading',
  done: 0,
  total: null,
  unit: 'dialogues',
  secondsLeft: null,
  startedAt: null,
  finishedAt: null,
  result: null,
  error: null,
  reason: null,
  pausable: false,
  background: false,
  ...part,
});

describe('job state', () => {
  it('distinguishes ended, paused and working jobs', () => {
    expect(
      ['cancelled', 'failed', 'done'].map((state) => hasEnded(job({ state: state as Job['state'] }))),
    ).toEqual([true, true, true]);
    expect(isActive(job({ state: 'paused' }))).toBe(false);
    expect(hasEnded(job({ state: 'paused' }))).toBe(false);
    expect(isActive(job({ state: 'cancelling' }))).toBe(true);
  });

  it('describes the progress, with a share if the total is known', () => {
    expect(describeProgress(job({ done: 1200, total: 15166 }))).toBe('1,200 of 15,166 dialogues, 7.9 %');
    expect(describeProgress(job({ done: 20, total: 0 }))).toBe('20 of 0 dialogues');
    expect(describeProgress(job({ done: 20 }))).toBe('20 dialogues');
    expect(describeProgress(job({}))).toBe('');
  });

  it('shows bytes in readable units', () => {
    const half = job({ done: 3 * 1024 ** 2, total: 6 * 1024 ** 2, unit: 'bytes' });
    expect(describeProgress(half)).toBe('3.0 MB of 6.0 MB, 50.0 %');
  });

  it('shows only a share if nothing more is known', () => {
    expect(describeProgress(job({ done: 37, total: 100, unit: '%' }))).toBe('37.0 %');
  });

  it('never shows more than 100 %', () => {
    expect(describeProgress(job({ done: 12, total: 10 }))).toContain('100 %');
  });

  it('says how long it will take or what it waits for', () => {
    expect(describeRemainder(job({ secondsLeft: 12.2 }))).toBe('about 12 s left');
    expect(describeRemainder(job({ secondsLeft: 0.1 }))).toBe('about 1 s left');
    expect(describeRemainder(job({}))).toBe('');
    expect(describeRemainder(job({ state: 'queued' }))).toBe('waiting in line');
  });
});
