import { describe, expect, it } from 'vitest';
import { takenText } from './prompt-files.tsx';

describe('takenText', () => {
  it('says how many lines were imported, their cost, and how many are missing', () => {
    const some = { read: 9, taken: 5, waiting: 1, tokens: 500, done: false };
    expect(takenText(some)).toBe(
      '5 of 9 lines were accepted. The answers used 500 tokens. 1 prompt still needs an answer. Export again.',
    );
    expect(takenText({ read: 1, taken: 1, waiting: 0, tokens: 0, done: true })).toBe(
      '1 of 1 line was accepted. The run is complete.',
    );
    expect(takenText({ ...some, waiting: 0, tokens: 0 })).toBe('5 of 9 lines were accepted.');
  });
});
