import { describe, expect, it } from 'vitest';
import { verdictText } from './verdict.ts';

const verdict = (estimate: number | null, lower: number | null, upper: number | null, usesLabels = false) =>
  verdictText({
    one: 'Context automaton',
    other: 'BM25',
    measure: 'act F1',
    difference: { estimate, lower, upper },
    sample: '40 turns',
    usesLabels,
  });

describe('a verdict', () => {
  it('names the better one, by how much and how certain that is', () => {
    expect(verdict(21, 8, 35)).toBe(
      'Context automaton is better than BM25 by 21.0 points of act F1 (95 % interval 8.0 to 35.0; 40 turns).',
    );
  });

  it('swaps the two if the difference is negative', () => {
    expect(verdict(-4, -6, -2)).toBe(
      'BM25 is better than Context automaton by 4.0 points of act F1 (95 % interval 2.0 to 6.0; 40 turns).',
    );
  });

  it('names no winner if the interval includes 0 or is missing', () => {
    expect(verdict(1, -1, 3)).toMatch(
      /^There is no clear winner: .* \(95 % interval −1\.0 to 3\.0; 40 turns\)\.$/,
    );
    expect(verdict(5, null, null)).toMatch(/^There is no clear winner: /);
  });

  it('says that nothing was measured, and warns of correct labels', () => {
    expect(verdict(null, null, null)).toMatch(/cannot be compared/);
    expect(verdict(21, 8, 35, true)).toMatch(/unfair advantage\.$/);
  });
});
