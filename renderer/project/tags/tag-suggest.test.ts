import { describe, expect, it } from 'vitest';
import { suggestTags } from './tag-suggest.ts';

const known = [
  { name: 'refund-status', rounds: 90 },
  { name: 'refund', rounds: 40 },
];

const names = (text: string, present: string[] = [], settled = true) =>
  suggestTags(text, known, present, settled).options.map((option) => `${option.kind} ${option.name}`);

describe('suggestTags', () => {
  it('offers what is known, most frequent first', () => {
    expect(names('')).toEqual(['known refund-status', 'known refund']);
  });

  it('puts the tag typed in full first and offers no new one of that name', () => {
    expect(names('#refund')).toEqual(['known refund', 'known refund-status']);
  });

  it('offers a new tag last', () => {
    expect(names('refu')).toEqual(['known refund-status', 'known refund', 'new refu']);
  });

  it('offers no new tag before the known ones for this text are there', () => {
    expect(names('refu', [], false)).toEqual(['known refund-status', 'known refund']);
  });

  it('leaves out what the round has and says so', () => {
    expect(names('', ['refund'])).toEqual(['known refund-status']);
    expect(suggestTags('refund', known, ['refund'], true).message).toBe('#refund is already on this round.');
    const only = [{ name: 'refund', rounds: 40 }];
    expect(suggestTags('refu', only, ['refund'], true).message).toBe('#refund is already on this round.');
  });

  it('says why a text cannot be a tag', () => {
    const { options, message } = suggestTags('two words', [], [], true);
    expect(options).toEqual([]);
    expect(message).toMatch(/white space/);
    expect(suggestTags('#', [], [], true).message).toMatch(/at least one/);
    expect(suggestTags('x'.repeat(81), [], [], true).message).toMatch(/80/);
  });
});
