import { describe, expect, it } from 'vitest';
import { runIdSchema } from '#shared/contract/base.ts';
import type { EvaluationResult } from '#shared/contract/evaluation.ts';
import { estimate, testMethod } from '../../../tests/fixtures/evaluation.ts';
import { describeResult, describeSettings, describeSource, shortBest, timeText } from './figures.ts';

const SETTINGS = {
  from: { kind: 'project', heldOutShare: 0.1 } as const,
  tagger: 'offline' as const,
  run: null,
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
  it('names the source', () => {
    expect(describeSource(SETTINGS)).toBe('this project, 10 % for testing');
  });

  it('mentions limits only if there are any', () => {
    expect(describeSettings(SETTINGS).join(' ')).not.toContain('first');
    expect(describeSettings({ ...SETTINGS, limit: 20, trainLimit: 1 })).toEqual(
      expect.arrayContaining(['tested on the first 20 dialogues', 'trained on the first 1 dialogue']),
    );
    expect(describeSettings(SETTINGS)).toContain('Tags: offline tagger');
    const run = runIdSchema.parse(3);
    expect(describeSettings({ ...SETTINGS, tagger: 'moves', run })).toContain('Tags: moves, run 3');
  });
});

describe('the result of an evaluation', () => {
  it('is short in the list, or absent', () => {
    expect(shortBest({ best: [best(4.1, 2, 6.1)] })).toBe('+4.1 [+2.0, +6.1]');
    expect(shortBest({ best: [] })).toBeNull();
  });

  const answered = (rougeL: number) => ({ ...testMethod('any').answer, rougeL: estimate(rougeL) });
  const result = (found: Partial<EvaluationResult>) =>
    ({
      queries: 240,
      dialogues: 40,
      methods: [
        testMethod('context', { actF1: estimate(54), answer: answered(33) }),
        testMethod('bm25', { actF1: estimate(50), answer: answered(30) }),
      ],
      best: [],
      differences: [],
      ...found,
    }) as EvaluationResult;
  const difference = (estimate: number) =>
    ({
      method: 'context',
      baseline: 'bm25',
      oracle: false,
      answerRougeL: { estimate, lower: estimate - 1, upper: estimate + 1 },
    }) as EvaluationResult['differences'][number];

  it('is the winner by act F1, once without and once with the correct labels', () => {
    expect(describeResult(result({ best: [best(4, 2, 6), { ...best(1, -1, 3), oracle: true }] }))).toEqual([
      'CONTEXT is better than BM25. Compared with the true moves, its examples score 54.0 %, while those of BM25 score 50.0 % (+4.0 points of act F1, 95 % interval 2.0 to 6.0; 240 turns of 40 dialogues).',
      'There is no clear winner. Compared with the true moves, the examples of CONTEXT score 54.0 %, while those of BM25 score 50.0 % (+1.0 points of act F1, 95 % interval −1.0 to 3.0; 240 turns of 40 dialogues). CONTEXT uses the correct labels, which is an unfair advantage.',
    ]);
  });

  it('is told by the words of the answer if no turn has acts', () => {
    const none = { estimate: null, lower: null, upper: null };
    const unmeasured = { ...best(0, 0, 0), actF1: none };
    expect(
      describeResult(result({ best: [unmeasured], differences: [difference(2), difference(3)] })),
    ).toEqual([
      'CONTEXT is better than BM25. Compared with the true words, its answers score 33.0 %, while those of BM25 score 30.0 % (+3.0 points of ROUGE-L, 95 % interval 1.9 to 4.1, corrected for 2 comparisons; 240 turns of 40 dialogues).',
    ]);
  });

  it('says what is missing if nothing can be compared', () => {
    expect(describeResult(result({}))[0]).toMatch(/Evaluate at least one baseline and one other method\.$/);
    expect(describeResult(result({ queries: 0 }))[0]).toMatch(/no turn could be tested/);
  });

  it('shows times with their unit', () => {
    expect(timeText(0.42)).toBe('0.4 ms');
    expect(timeText(0.01)).toBe('< 0.1 ms');
    expect(timeText(12.4)).toBe('12 ms');
  });
});
