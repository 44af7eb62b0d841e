import { describe, expect, it } from 'vitest';
import type { ComparisonEncoder } from '#shared/contract/comparison.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { encoderEntry } from './encoder-dialog.tsx';

const encoder: ComparisonEncoder = {
  name: 'folder',
  title: 'Sentence encoder',
  available: true,
  unavailableBecause: null,
  encodedShare: 0,
  secondsAtMost: 61,
  job: null,
};
const entryOf = (change: Partial<ComparisonEncoder>) => encoderEntry({ ...encoder, ...change }, () => {});

describe('the menu entry of an encoder', () => {
  it('shows the time it takes and what is done already', () => {
    expect(entryOf({})).toMatchObject({
      label: 'Encode with Sentence encoder',
      hint: expect.stringMatching(/Takes about 2 minutes/),
    });
    expect(entryOf({ encodedShare: 0.25, secondsAtMost: 5 })).toMatchObject({
      hint: expect.stringMatching(/^25\.0 % is done\. .*about 1 minute in/),
    });
  });

  it('opens a preview if a provider encodes', () => {
    expect(entryOf({ name: 'provider', encodedShare: 0.25 })).toMatchObject({
      label: 'Encode with Sentence encoder…',
      hint: '25.0 % is done. Adds a column. You first see what will be sent.',
    });
  });

  it('is disabled while the job runs', () => {
    expect(entryOf({ job: 'job' as JobId, encodedShare: 0.5 })).toMatchObject({
      disabled: true,
      hint: expect.stringContaining('50.0 % of the turns'),
    });
  });

  it('is absent if there is nothing to encode or no encoder', () => {
    expect(entryOf({ encodedShare: 1 })).toBeNull();
    expect(entryOf({ available: false, unavailableBecause: 'It is not installed.' })).toBeNull();
  });
});
