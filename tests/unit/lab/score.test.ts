import { describe, expect, it } from 'vitest';
import type { AnsweredQuery } from '../../../lab/retrieval/answer-queries.ts';
import { describeSplit, scoreQueries, sharedActs, stopsByPlace } from '../../../lab/retrieval/score.ts';
import type { SourceDialogue } from '../../../lab/retrieval/source-dialogue.ts';

const dialogue = (id: string, answer: string, acts: string[], firstTurn = 1): SourceDialogue => ({
  id,
  turns: [
    { role: 'user', utterances: ['hello'], acts: null, firstTurn: 0 },
    { role: 'system', utterances: [answer], acts, firstTurn },
  ],
});

const train = [dialogue('t0', 'Which area?', ['request-area']), dialogue('t1', 'Goodbye.', ['bye'], 4)];
const test = [dialogue('q0', 'Which area?', ['request-area'], 2), dialogue('q1', 'Goodbye.', ['bye'])];

const query = (at: number, bm25: number, paper: number[]): AnsweredQuery => ({
  dialogue: at,
  turn: 1,
  methods: [
    {
      candidates: [{ dialogue: bm25, turn: 1 }],
      answer: { dialogue: bm25, turn: 1 },
      milliseconds: 1,
      end: null,
    },
    {
      candidates: paper.map((found) => ({ dialogue: found, turn: 1 })),
      answer: null,
      milliseconds: 2,
      end: { reason: 'no-transition', at: at },
    },
  ],
});

const withMore = (dialogues: readonly SourceDialogue[], ...acts: string[]): SourceDialogue[] =>
  dialogues.map(({ id, turns }) => ({
    id,
    turns: [
      ...turns,
      { role: 'user', utterances: ['ok'], acts: ['never counted'], firstTurn: 8 },
      { ...turns[1], acts },
    ],
  }));

const answered = [query(0, 0, []), query(1, 0, [1])];
const input = { train, test, methods: ['bm25-last', 'dfa-paper'] as const, examples: 1, seed: 1, answered };

describe('scoreQueries', () => {
  it('scores each method against what was said next', () => {
    const summary = scoreQueries({ ...input, oracle: false, scoreActs: true });
    expect(summary.methods.map(({ name, actF1 }) => [name, actF1.estimate])).toEqual([
      ['bm25-last', 50],
      ['dfa-paper', 50],
    ]);
    expect(summary.methods.map(({ dialogueActF1 }) => dialogueActF1.estimate)).toEqual([50, 50]);
    expect(summary.methods[1].returned.estimate).toBe(0.5);
    expect(summary.methods[1].stops).toEqual([{ reason: 'no-transition', queries: 2 }]);
    expect(summary.differences.map(({ method, baseline }) => [method, baseline])).toEqual([
      ['dfa-paper', 'bm25-last'],
    ]);
  });

  it('scores the whole dialogue of each candidate by the bag of what the system does in it', () => {
    const summary = scoreQueries({
      ...input,
      train: withMore(train, 'bye'),
      test: withMore(test, 'bye', 'bye'),
      oracle: false,
      scoreActs: true,
    });
    // t0 is request-area, bye; t1 bye, bye. Asked: request-area, bye, bye; then bye three times.
    const [bm25, paper] = summary.methods.map(({ dialogueActF1 }) => dialogueActF1.estimate);
    expect(bm25).toBeCloseTo((100 * (4 / 5 + 2 / 5)) / 2, 9);
    expect(paper).toBeCloseTo((100 * (0 + 4 / 5)) / 2, 9);
    expect(summary.differences[0].dialogueActF1.estimate).toBeCloseTo((paper ?? 0) - (bm25 ?? 0), 9);
  });

  it('marks only the methods that read tags as oracle', () => {
    const summary = scoreQueries({ ...input, oracle: true, scoreActs: true });
    expect(summary.methods.map(({ oracle }) => oracle)).toEqual([false, true]);
  });

  it('has no act figures where acts are not to be scored', () => {
    const summary = scoreQueries({ ...input, oracle: false, scoreActs: false });
    expect(summary.methods[0].actF1.estimate).toBeNull();
    expect(summary.methods[0].dialogueActF1.estimate).toBeNull();
    expect(summary.methods[0].rougeL.best.estimate).toBe(50);
  });
});

describe('what goes with the figures', () => {
  it('counts a split and its labels', () => {
    const split = describeSplit(test, 3);
    expect(split.counts).toEqual({ dialogues: 2, allTurns: 4, turns: 2, rejected: 3, actLabels: 2 });
    expect(sharedActs(describeSplit(train.slice(1), 0).labels, split.labels)).toBe(0.5);
    expect(sharedActs(split.labels, new Map())).toBeNull();
  });

  it('says where routes ended', () => {
    expect(stopsByPlace(answered, 0)).toEqual([]);
    expect(stopsByPlace(answered, 1)).toEqual([
      { reason: 'no-transition', at: 0, queries: 1 },
      { reason: 'no-transition', at: 1, queries: 1 },
    ]);
  });
});
