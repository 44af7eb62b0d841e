import { describe, expect, it } from 'vitest';
import { lossText, readableText } from './damaged-project.tsx';

const backup = { path: '/p', bytes: 1, at: '', held: null };

describe('texts about a damaged project', () => {
  it('compare what is readable with the former content, if that is known', () => {
    const readable = { dialogues: 118, utterances: 1, edits: 40 };
    expect(readableText(readable, { dialogues: 120, utterances: 3, edits: 40 })).toBe(
      '118 of 120 dialogues, 1 of 3 messages and 40 edits can be read.',
    );
    expect(readableText(readable, null)).toBe('118 dialogues, 1 message and 40 edits can be read.');
  });

  it('say what a backup lacks', () => {
    const losing = (dialogues: number, edits: number) =>
      lossText({ ...backup, missing: { dialogues, edits }, problem: null });
    expect(losing(0, 0)).toBe('This backup contains everything that is still readable.');
    expect(losing(0, 1)).toBe('You would lose 1 edit.');
    expect(losing(2, 3)).toBe('You would lose 2 dialogues and 3 edits.');
    expect(lossText({ ...backup, missing: null, problem: 'This backup is damaged, too.' })).toBe(
      'This backup is damaged, too.',
    );
  });
});
