import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { inThread } from '../../workers/in-thread.ts';
import { createDatabase, whileOnlyReading } from '../database.ts';
import { writeMeta } from './meta-table.ts';
import { keepLogShort } from './write-ahead-log.ts';

vi.mock('../../workers/in-thread.ts', () => ({ inThread: vi.fn(async () => true) }));

afterEach(() => {
  vi.useRealTimers();
});

it('stays calm where the log cannot be looked at', async () => {
  vi.useFakeTimers();
  const folder = temporaryFolder();
  const database = createDatabase(join(folder, 'log.dialogram'));
  const log = keepLogShort(database, join(folder, 'x'.repeat(5000)));
  expect(() => vi.advanceTimersByTime(3000)).not.toThrow();
  await log.close();
  database.close();
});

it('leaves a long log alone while another connection has the writing', async () => {
  vi.useFakeTimers();
  const path = join(temporaryFolder(), 'log.dialogram');
  const database = createDatabase(path);
  const log = keepLogShort(database, path);
  writeMeta(database, 'long', 'x'.repeat(5 * 2 ** 20));
  await whileOnlyReading(database, async () => {
    vi.advanceTimersByTime(60_000);
    expect(inThread).not.toHaveBeenCalled();
  });
  vi.advanceTimersByTime(60_000);
  expect(inThread).toHaveBeenCalledOnce();
  await log.close();
  database.close();
});
