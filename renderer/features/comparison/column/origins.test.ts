import { describe, expect, it } from 'vitest';
import type { ComparedCandidate, ComparedColumn } from '#shared/contract/comparison.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { testColumn } from '../../../../tests/fixtures/compared-column.ts';
import { answerOrigin, examplesOrigin } from './reasons.ts';

const MEASURES = { actF1: null, rougeL: 0.5, bleu: 3 };

const candidate = (dialogue: number, turn: number, state: number | null): ComparedCandidate => ({
  dialogue: dialogue as DialogueId,
  externalId: `star-${dialogue}`,
  turn,
  text: 'Goodbye',
  acts: null,
  userText: 'Bye',
  score: 1,
  why: { ranks: [], state, sharedDepth: null, weight: null, agreement: null, strangeness: null },
  measures: MEASURES,
});

const route = (state: number): ComparedColumn['route'] => ({
  kind: 'paper',
  automaton: 1 as never,
  steps: [],
  path: [0, state],
  state,
  support: 1045,
  stoppedBecause: '',
});

describe('the origin of examples', () => {
  it('is the route, if they passed its last state', () => {
    const candidates = [candidate(1, 3, 12), candidate(1, 5, 12), candidate(2, 1, 12)];
    expect(examplesOrigin({ candidates, route: route(12) })).toBe(
      'Found in 2 of the 1,045 dialogues on this route.',
    );
  });

  it('is a part of the route, if some left it earlier', () => {
    const candidates = [candidate(1, 3, 12), candidate(2, 1, 0)];
    expect(examplesOrigin({ candidates, route: route(12) })).toBe(
      'Found in 2 dialogues on this route or its beginning.',
    );
  });

  it('names no route if the method has no automaton', () => {
    expect(examplesOrigin({ candidates: [candidate(1, 3, null)], route: null })).toBe(
      'Found in 1 dialogue, without an automaton.',
    );
  });
});

describe('the origin of an answer without a model', () => {
  it('is one of the examples, or none', () => {
    const { answer } = testColumn('a', MEASURES);
    expect(answerOrigin({ answer, candidates: [candidate(2, 1, null), candidate(1, 3, null)] })).toBe(
      'The most typical of 40 turns found (example 2 below), from',
    );
    expect(answerOrigin({ answer, candidates: [candidate(1, 4, null)] })).toBe(
      'The most typical of 40 turns found (not among the examples below), from',
    );
  });

  it('is the first example if that answers', () => {
    const { answer } = testColumn('a', MEASURES);
    const candidates = [candidate(1, 3, null)];
    expect(answerOrigin({ answer: answer && { ...answer, among: 1 }, candidates })).toBe(
      'The only turn found (example 1 below), from',
    );
    expect(answerOrigin({ answer: null, candidates })).toBeNull();
  });
});
