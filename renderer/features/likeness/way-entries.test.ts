import { describe, expect, it, vi } from 'vitest';
import type { LikenessWay } from '#shared/contract/likeness.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { usableWay, wayEntries } from './likeness-menu.tsx';

const WORDS: LikenessWay = {
  by: 'words',
  title: 'Words',
  share: 1,
  problem: null,
  takesText: true,
  secondsAtMost: null,
  job: null,
};
const MINILM: LikenessWay = { ...WORDS, by: 'folder', title: 'MiniLM', share: 0.5, secondsAtMost: 90 };
const SENT: LikenessWay = { ...WORDS, by: 'provider', title: 'embed-1 (Acme)', share: 0.5, takesText: false };

describe('ways of comparing turns', () => {
  it('fall back to words if the chosen one is not available', () => {
    expect(usableWay([WORDS, MINILM], 'folder', true)).toBe('folder');
    expect(usableWay([WORDS, { ...MINILM, problem: 'Encode first.' }], 'folder', false)).toBe('words');
    expect(usableWay([WORDS], 'folder', false)).toBe('words');
    expect(usableWay([WORDS, SENT], 'provider', false)).toBe('provider');
    expect(usableWay([WORDS, SENT], 'provider', true)).toBe('words');
  });

  it('show the obstacle, and how to encode', () => {
    const does = { choose: vi.fn(), encode: vi.fn() };
    const labels = (ways: LikenessWay[], ofText = false) =>
      wayEntries(ways, 'words', ofText, does).flatMap((entry) =>
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
    const entries = wayEntries([WORDS, MINILM], 'folder', false, does);
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
