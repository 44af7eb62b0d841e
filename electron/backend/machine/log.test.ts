import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/fixtures/cleanup.ts';
import { LOG_FILES, loggedError, openLog } from './log.ts';

describe('openLog', () => {
  it('keeps three files of bounded size, readable by their owner only', () => {
    const folder = join(temporaryFolder('log'), 'settings');
    const log = openLog(folder, 1000);
    for (let ms = 0; ms < 100; ms++) log.write({ event: 'project-opened', bytes: 1, ms });
    expect(readdirSync(folder).toSorted()).toEqual([...LOG_FILES].toSorted());
    for (const name of LOG_FILES) {
      const { size, mode } = statSync(join(folder, name));
      expect(size).toBeLessThanOrEqual(1000);
      if (process.platform !== 'win32') expect(mode & 0o077).toBe(0);
    }
    // `tail` returns the newest lines, even across files.
    const waits = log.tail(20).map((line) => JSON.parse(line).ms);
    expect(waits).toEqual(Array.from({ length: 20 }, (_, at) => 80 + at));
  });

  it('is written by two writers at once', () => {
    const folder = temporaryFolder('log');
    const [one, other] = [openLog(folder), openLog(folder)];
    one.write({ event: 'stopped' });
    other.write({ event: 'project-closed' });
    expect(one.tail(9).map((line) => JSON.parse(line).event)).toEqual(['stopped', 'project-closed']);
  });

  it('keeps lines in memory where it cannot write, and fails nothing', () => {
    const file = join(temporaryFolder('log'), 'a-file');
    writeFileSync(file, '');
    for (const folder of [null, file]) {
      const log = openLog(folder);
      log.write({ event: 'stopped' });
      expect(JSON.parse(log.tail(1)[0])).toMatchObject({ event: 'stopped', at: expect.any(String) });
    }
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(existsSync('dialogram.log')).toBe(false);
  });
});

describe('loggedError', () => {
  it('has the code, the class and places in the code, but no word of the message', () => {
    const error = Object.assign(new TypeError('The customer said "my card is 4111"\n    at secret.ts:1:2'), {
      code: 'SQLITE_FULL',
    });
    const logged = loggedError(error);
    expect(logged).toMatchObject({ code: 'SQLITE_FULL', type: 'TypeError' });
    expect(logged.at[0]).toMatch(/^log\.test\.ts:\d+:\d+$/);
    expect(JSON.stringify(logged)).not.toMatch(/card|secret/);
  });

  it('drops codes and classes that are no single word, and stacks that lack the message', () => {
    const error = Object.assign(new Error('before'), { code: 'my card is 4111', name: 'Mr Card' });
    error.message = 'after';
    expect(loggedError(error)).toEqual({ code: null, type: 'Error', at: [] });
    expect(loggedError('my card')).toEqual({ code: null, type: 'string', at: [] });
  });
});
