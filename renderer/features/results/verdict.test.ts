import { describe, expect, it } from 'vitest';
import { verdictText } from './results-state.ts';

const verdict = (
  estimate: number | null,
  lower: number | null,
  upper: number | null,
  usesLabels: readonly string[] = [],
) =>
  verdictText({
    one: 'Context automaton',
    other: 'BM25',
    of: 'answers',
    measure: 'actF1',
    values: [72, 72 - (estimate ?? 0)],
    difference: { estimate, lower, upper },
    sample: '40 turns',
    usesLabels,
  });

describe('a verdict', () => {
  it('names the better one, by how much and how certain that is', () => {
    expect(verdict(21, 8, 35)).toBe(
      'Context automaton is better than BM25. Compared with the true moves, its answers score 72.0 %, while those of BM25 score 51.0 % (+21.0 points of act F1, 95 % interval 8.0 to 35.0; 40 turns).',
    );
  });

  it('swaps the two if the difference is negative', () => {
    expect(verdict(-4, -6, -2)).toBe(
      'BM25 is better than Context automaton. Compared with the true moves, its answers score 76.0 %, while those of Context automaton score 72.0 % (+4.0 points of act F1, 95 % interval 2.0 to 6.0; 40 turns).',
    );
  });

  it('names no winner if the interval includes 0', () => {
    expect(verdict(1, -1, 3)).toBe(
      'There is no clear winner. Compared with the true moves, the answers of Context automaton score 72.0 %, while those of BM25 score 71.0 % (+1.0 points of act F1, 95 % interval −1.0 to 3.0; 40 turns).',
    );
  });

  it('names no winner if the best of several is no better than the best of that many by chance', () => {
    const text = verdictText({
      one: 'Dense',
      other: 'BM25',
      of: 'answers',
      measure: 'rougeL',
      values: [31.9, 30],
      difference: { estimate: 1.9, lower: 0.1, upper: 3.6 },
      sample: '40 turns',
      bestOf: 4,
    });
    expect(text).toBe(
      'There is no clear winner. Compared with the true words, the answers of Dense score 31.9 %, while those of BM25 score 30.0 % (+1.9 points of ROUGE-L, 95 % interval −0.4 to 4.1, corrected for 4 comparisons; 40 turns).',
    );
  });

  it('says what an interval takes if there is none', () => {
    expect(verdict(5, null, null)).toMatch(
      /^There is no clear winner\. .* \(\+5\.0 points of act F1, no interval, because an interval needs at least 2 dialogues; 40 turns\)\.$/,
    );
  });

  it('says what is missing if nothing was measured', () => {
    expect(verdict(null, null, null)).toBe(
      'Context automaton and BM25 cannot be compared, because no turn has a value of act F1 for both (40 turns).',
    );
  });

  it('names who uses the correct labels', () => {
    expect(verdict(21, 8, 35, ['Context automaton'])).toMatch(
      / 40 turns\)\. Context automaton uses the correct labels, which is an unfair advantage\.$/,
    );
    expect(verdict(21, 8, 35, ['Context automaton', 'BM25'])).toMatch(
      / Context automaton and BM25 use the correct labels, which is an unfair advantage\.$/,
    );
  });
});
