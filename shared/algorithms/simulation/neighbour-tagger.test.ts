import { describe, expect, it } from 'vitest';
import { createNeighbourTagger, LEAST_SHARE } from './neighbour-tagger.ts';

const tagger = createNeighbourTagger([
  { role: 'user', text: 'I want my money back', tags: ['refund'] },
  { role: 'user', text: 'give me my money back now', tags: ['refund', 'angry'] },
  { role: 'user', text: 'where is my parcel', tags: ['parcel'] },
  { role: 'user', text: 'my parcel never came', tags: ['parcel', 'complain'] },
  { role: 'system', text: 'where is the parcel now', tags: ['ask-place'] },
]);

describe('tagging a turn as the most similar ones', () => {
  it('takes the tags that most of them carry', () => {
    expect(tagger.suggest('user', 'money back please').map(({ tag }) => tag)).toContain('refund');
    expect(tagger.suggest('user', 'my parcel').map(({ tag }) => tag)[0]).toBe('parcel');
  });

  it('looks at turns of the same side only', () => {
    expect(tagger.suggest('system', 'parcel')).toEqual([{ tag: 'ask-place', share: 1 }]);
  });

  it('gives none where no word is shared', () => {
    expect(tagger.suggest('user', 'basketball')).toEqual([]);
    expect(tagger.suggest('user', '')).toEqual([]);
    expect(createNeighbourTagger([]).suggest('user', 'parcel')).toEqual([]);
  });

  it('gives none where only small words are shared with what is about something else', () => {
    expect(tagger.suggest('user', 'my basketball team lost again yesterday')).toEqual([]);
  });

  it('gives shares above the least, highest first', () => {
    const shares = tagger.suggest('user', 'my money my parcel').map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares.every((share) => share >= LEAST_SHARE && share <= 1)).toBe(true);
  });
});
