import { describe, expect, it } from 'vitest';
import { arrowKey } from '#shared/algorithms/dependency/find-arrows.ts';
import { labelArrows, scoreFlow } from '../../../lab/flows/flow-score.ts';

describe('a designed flow', () => {
  const seen = new Set(['hello', 'name', 'offer', 'sorry', 'bye']);

  it('is read through queries and their outcomes, to the labels that dialogues have', () => {
    const arrows = labelArrows(
      {
        arrows: [
          ['hello', 'name'],
          ['name', 'query'],
          ['found', 'offer'],
          ['nothing', 'sorry'],
          ['offer', 'bye'],
        ],
      },
      seen,
    );
    expect(arrows).toEqual(
      new Set([
        arrowKey('hello', 'name'),
        arrowKey('name', 'offer'),
        arrowKey('name', 'sorry'),
        arrowKey('offer', 'bye'),
      ]),
    );
  });

  it('is scored by the arrows found', () => {
    const designed = new Set(['a', 'b', 'c', 'd']);
    const { precision, recall, f1 } = scoreFlow(new Set(['a', 'b', 'x']), designed);
    expect([precision, recall]).toEqual([2 / 3, 1 / 2]);
    expect(f1).toBeCloseTo(4 / 7);
    expect(scoreFlow(new Set(), designed)).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
