import { describe, expect, it } from 'vitest';
import { describeSettings, describeSource, shortBest, timeText } from './statements.ts';

const SETTINGS = {
  from: { kind: 'project', heldOutShare: 0.1 } as const,
  tagger: 'offline' as const,
  methods: ['random'],
  examples: 5,
  seed: 1,
  limit: null,
  trainLimit: null,
  textOnly: false,
  answerPool: 80,
  heldOutBy: null,
};
const best = (estimate: number, lower: number, upper: number) => ({
  context: 'context',
  baseline: 'bm25',
  oracle: false,
  actF1: { estimate, lower, upper },
  actF1Reselected: { estimate, lower, upper },
});

describe('the description of an evaluation', () => {
  it('names the source without the folders of a file', () => {
    expect(describeSource(SETTINGS)).toBe('this project, 10 % for testing');
    const files = {
      kind: 'files',
      train: '/a/train.jsonl',
      test: '/b/test.jsonl',
      heldOutShare: 0.1,
    } as const;
    expect(describeSource({ ...SETTINGS, from: files })).toBe('train.jsonl, tested on test.jsonl');
    expect(describeSource({ ...SETTINGS, from: { ...files, test: null } })).toBe(
      'train.jsonl, 10 % for testing',
    );
  });

  it('mentions limits only if there are any', () => {
    expect(describeSettings(SETTINGS).join(' ')).not.toContain('first');
    expect(describeSettings({ ...SETTINGS, limit: 20, trainLimit: 1 })).toEqual(
      expect.arrayContaining(['tested on the first 20 dialogues', 'trained on the first 1 dialogue']),
    );
  });
});

describe('the result of an evaluation', () => {
  it('is short in the list, or absent', () => {
    expect(shortBest({ best: [best(4.1, 2, 6.1)] })).toBe('+4.1 [+2.0, +6.1]');
    expect(shortBest({ best: [] })).toBeNull();
  });

  it('shows times with their unit', () => {
    expect(timeText(0.42)).toBe('0.4 ms');
    expect(timeText(0.01)).toBe('< 0.1 ms');
    expect(timeText(12.4)).toBe('12 ms');
  });
});
