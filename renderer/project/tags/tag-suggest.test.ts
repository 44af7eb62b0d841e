import { describe, expect, it } from 'vitest';
import { suggestTags } from './tag-finder.tsx';

const known = [
  { name: 'refund-status', turns: 90 },
  { name: 'refund', turns: 40 },
];

const find = (text: string, present: string[] = [], isSettled = true, nearest: typeof known = []) =>
  suggestTags(text, { known, nearest, isSettled }, present);

const names = (...asked: Parameters<typeof find>) =>
  find(...asked).options.map((option) => `${option.kind} ${option.name}`);

describe('suggestTags', () => {
  it('offers known tags, most frequent first', () => {
    expect(names('')).toEqual(['known refund-status', 'known refund']);
  });

  it('puts an exact match first and offers no new tag of that name', () => {
    expect(names('#refund')).toEqual(['known refund', 'known refund-status']);
  });

  it('offers a new tag last', () => {
    expect(names('refu')).toEqual(['known refund-status', 'known refund', 'new refu']);
  });

  it('offers no new tag before the results for this text are loaded, and none for an earlier text', () => {
    expect(names('refu', [], false)).toEqual(['known refund-status', 'known refund']);
    expect(names('greet', [], false, known)).toEqual([]);
  });

  it('offers similar tags before a new one if no tag contains the text', () => {
    expect(names('refnud', [], true, known)).toEqual([
      'nearest refund-status',
      'nearest refund',
      'new refnud',
    ]);
    expect(find('refnud', [], true, known).message).toBe(
      'There is no tag #refnud. Did you mean one of these?',
    );
    expect(names('greet')).toEqual(['new greet']);
  });

  it('leaves out tags that the turn has, and says so', () => {
    expect(names('', ['refund'])).toEqual(['known refund-status']);
    const there = '#refund is already on this turn.';
    expect(find('refund', ['refund']).message).toBe(there);
    const found = { known: [{ name: 'refund', turns: 40 }], nearest: [], isSettled: true };
    expect(suggestTags('refu', found, ['refund']).message).toBe(there);
    const near = { known: [], nearest: found.known, isSettled: true };
    expect(suggestTags('refnud', near, ['refund']).message).toBe(there);
    // Other tags are similar too, but the nearest one is already on the turn.
    expect(find('refnud', ['refund-status'], true, known).message).toBe(
      '#refund-status is already on this turn.',
    );
  });

  it('explains why a text cannot be a tag', () => {
    const { options, message } = find('two words');
    expect(options).toEqual([]);
    expect(message).toMatch(/spaces/);
    expect(find('#').message).toMatch(/at least one/);
    expect(find('x'.repeat(81)).message).toMatch(/80/);
  });
});
