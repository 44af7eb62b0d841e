import { afterEach, expect, it, vi } from 'vitest';
import type { TagId } from '#shared/domain/ids.ts';
import { changeVocabulary, enterVocabulary, forgetPurgedTags } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

it('forgets typed and chosen values after a purge, also for the next start', () => {
  const values = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  vi.stubGlobal('window', { dialogram: {}, localStorage });
  enterVocabulary('/calls.dialogram');
  changeVocabulary({ query: 'lost parrot', chosen: [7 as TagId], sort: 'name' });
  expect([...values.values()].join()).toContain('parrot');
  forgetPurgedTags();
  expect([...values.values()].join()).not.toContain('parrot');
  expect([...values.values()].join()).toContain('"sort":"name"');
});
