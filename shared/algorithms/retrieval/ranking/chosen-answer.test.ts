import { describe, expect, it } from 'vitest';
import type { Candidate } from '../query.ts';
import { votingCandidates } from './chosen-answer.ts';

const candidate = (reply: number, agreement?: number): Candidate => ({
  reply,
  dialogue: reply,
  turn: 1,
  score: 1,
  why: agreement === undefined ? {} : { agreement },
});

const repliesOf = (candidates: readonly Candidate[]): number[] => candidates.map(({ reply }) => reply);

describe('the candidates that vote on the answer', () => {
  it('are those that agree at least half as much as the best', () => {
    const candidates = [0.8, 0.6, 0.4, 0.39, 0.1].map((agreement, reply) => candidate(reply, agreement));
    expect(repliesOf(votingCandidates(candidates, 1))).toEqual([0, 1, 2]);
  });

  it('include every example, however little it agrees', () => {
    const candidates = [0.8, 0.1, 0.2, 0.3].map((agreement, reply) => candidate(reply, agreement));
    expect(repliesOf(votingCandidates(candidates, 3))).toEqual([0, 1, 2]);
  });

  it('are all candidates if the method has no agreement', () => {
    expect(repliesOf(votingCandidates([candidate(0), candidate(1), candidate(2)], 1))).toEqual([0, 1, 2]);
    expect(votingCandidates([], 5)).toEqual([]);
  });
});
