import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { type Look, lookHere } from './look-at-file.ts';
import { isPlainFile, lookInThread } from './look-in-thread.ts';

const LINES =
  '{"id":"a","turns":[{"speaker":"user","text":"I am Ann Lee, ann@example.org"},{"speaker":"system","text":"Hello"}]}\n';

const file = (name: string, content: string | Buffer): string => {
  const path = join(temporaryFolder('look'), name);
  writeFileSync(path, content);
  return path;
};
const LOOKS: readonly Look[] = [
  { what: 'preview', options: {}, maskingKey: null },
  { what: 'preview', options: {}, maskingKey: 'key' },
  { what: 'detection', options: { map: null } },
];

describe('a look in a thread', () => {
  it.each(LOOKS)('sees the same as one here: $what, masked by $maskingKey', async (look) => {
    const path = file('calls.jsonl', LINES);
    const seen = await lookInThread(path, look, undefined);
    expect(seen).toEqual(await lookHere(path, look));
    const isMasked = look.what === 'preview' && look.maskingKey !== null;
    if (look.what === 'preview') expect(JSON.stringify(seen).includes('ann@example.org')).toBe(!isMasked);
  });

  it.each(LOOKS)('says the same of a file that cannot be read: $what', async (look) => {
    const path = file('empty.csv', '');
    const said = await lookHere(path, look).catch((error: unknown) => error);
    expect(said).toBeInstanceOf(FormatError);
    await expect(lookInThread(path, look, undefined)).rejects.toEqual(said);
  });

  it('ends once its time is over, with the name of the file and a next step', async () => {
    const path = file('calls.jsonl', LINES);
    // The time limit ends before any thread can answer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const looking = lookInThread(path, LOOKS[0]!, undefined, 1000).catch((reason: unknown) => reason);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(await looking).toMatchObject({
      code: 'TOO_SLOW',
      path,
      nextStep: expect.stringContaining('choose the format'),
    });
  });

  it('ends when it is cancelled, with the reason of who cancelled it', async () => {
    const stop = new AbortController();
    const looking = lookInThread(file('calls.jsonl', LINES), LOOKS[0]!, stop.signal);
    stop.abort(new Error('closed'));
    await expect(looking).rejects.toThrow('closed');
  });

  it('is for files that are read as they lie there', async () => {
    expect(await isPlainFile(file('calls.jsonl', LINES))).toBe(true);
    expect(await isPlainFile(file('calls.parquet', Buffer.from('PAR1....PAR1')))).toBe(false);
    expect(await isPlainFile('postgresql://localhost/shop')).toBe(false);
  });
});
