import { expect, it } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import { justDone } from './jobs.tsx';

const job = (id: string, kind: string, state: Job['state'], finishedAt: string | null): Job => ({
  ...{ id: id as Job['id'], kind, state, finishedAt, title: '', phase: '', unit: '', done: 0, total: null },
  ...{ secondsLeft: null, startedAt: null, result: null, error: null, reason: null },
  ...{ pausable: false, background: false },
});

it('tells once of a job that was never listed before it was done', () => {
  const since = Date.parse('2026-01-01T10:00:00Z');
  const listed = [
    job('early', 'purge', 'done', '2026-01-01T09:59:59Z'),
    job('short', 'purge', 'done', '2026-01-01T10:00:01Z'),
    job('failed', 'purge', 'failed', '2026-01-01T10:00:01Z'),
    job('other', 'import', 'done', '2026-01-01T10:00:01Z'),
    job('running', 'purge', 'running', null),
  ];
  const told = new Set<string>();
  const ids = () => justDone(listed, ['purge'], since, told).map(({ id }) => id);
  expect(ids()).toEqual(['short']);
  expect(ids()).toEqual([]);
});
