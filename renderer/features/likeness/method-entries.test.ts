import { describe, expect, it, vi } from 'vitest';
import type { LikenessMethod } from '#shared/contract/likeness.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { methodEntries, usableMethod } from './likeness-menu.tsx';

const WORDS: LikenessMethod = {
  by: 'words',
  title: 'Words',
  share: 1,
  problem: null,
  takesText: true,
  secondsAtMost: null,
  job: null,
};
const MINILM: LikenessMethod = { ...WORDS, by: 'folder', title: 'MiniLM', share: 0.5, secondsAtMost: 90 };
const SENT: LikenessMethod = {
  ...WORDS,
  by: 'provider',
  title: 'embed-1 (Acme)',
  share: 0.5,
  takesText: false,
};

describe('methods of comparing turns', () => {
  it('fall back to words if the chosen one is not available', () => {
    expect(usableMethod([WORDS, MINILM], 'folder', true)).toBe('folder');
    expect(usableMethod([WORDS, { ...MINILM, problem: 'Encode first.' }], 'folder', false)).toBe('words');
    expect(usableMethod([WORDS], 'folder', false)).toBe('words');
    expect(usableMethod([WORDS, SENT], 'provider', false)).toBe('provider');
    expect(usableMethod([WORDS, SENT], 'provider', true)).toBe('words');
  });

  it('show the obstacle, and how to encode', () => {
    const does = { choose: vi.fn(), encode: vi.fn() };
    const labels = (methods: LikenessMethod[], ofText = false) =>
      methodEntries(methods, 'words', ofText, does).flatMap((entry) =>
        entry.kind === undefined ? [`${entry.label}${entry.disabled ? ' (off)' : ''}`] : [],
      );
    expect(labels([WORDS, MINILM, SENT])).toEqual([
      'Words',
      'MiniLM',
      'embed-1 (Acme)',
      'Encode the turns with MiniLM',
    ]);
    expect(labels([WORDS, { ...MINILM, share: 1 }, SENT], true)).toEqual([
      'Words',
      'MiniLM',
      'embed-1 (Acme) (off)',
    ]);
    expect(labels([WORDS, { ...MINILM, share: 0, problem: 'Encode first.', job: 'job' as JobId }])).toEqual([
      'Words',
      'MiniLM (off)',
      'Encoding with MiniLM (off)',
    ]);
    const entries = methodEntries([WORDS, MINILM], 'folder', false, does);
    expect(entries.map((entry) => entry.kind === undefined && entry.checked)).toEqual([
      false,
      false,
      true,
      false,
      undefined,
    ]);
    for (const entry of entries) if (entry.kind === undefined) entry.onSelect();
    expect(does.choose.mock.calls).toEqual([['words'], ['folder']]);
    expect(does.encode.mock.calls).toEqual([[MINILM]]);
  });
});
