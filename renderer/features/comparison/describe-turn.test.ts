import { describe, expect, it } from 'vitest';
import { testColumn } from '../../../tests/fixtures/compared-column.ts';
import { describeTurn } from './compare-result.tsx';

const column = (title: string, actF1: number | null, rougeL: number, oracle = false) => ({
  title,
  compared: { ...testColumn(title, { actF1, rougeL, bleu: 0 }), oracle },
});
const silent = { title: 'Model', compared: testColumn('Model', null) };

describe('the closest answer', () => {
  it('is told by act F1, with the one after it', () => {
    expect(describeTurn([column('BM25', 0.5, 0.9), column('Context', 1, 0.2), silent], false)).toBe(
      'In this turn, Context comes closest to the true answer (act F1 100.0; BM25 50.0).',
    );
  });

  it('names nobody if several share the second place', () => {
    expect(describeTurn([column('A', 0, 0), column('B', 0, 0), column('C', 1, 0)], false)).toMatch(
      /\(act F1 100\.0; the next best 0\.0\)\.$/,
    );
  });

  it('is told by ROUGE-L if not all answers have acts', () => {
    expect(describeTurn([column('BM25', null, 0.9), column('Context', 1, 0.2)], true)).toBe(
      'In this dialogue, BM25 comes closest to the true answer (ROUGE-L 90.0; Context 20.0).',
    );
  });

  it('names all that come equally close', () => {
    expect(describeTurn([column('A', 1, 0), column('B', 1, 0), column('C', 1, 1)], false)).toBe(
      'In this turn, A, B and C come equally close to the true answer (act F1 100.0).',
    );
  });

  it('warns of the correct labels', () => {
    expect(describeTurn([column('BM25', 0.5, 0), column('Context', 1, 0, true)], false)).toMatch(
      /\. Context uses the correct labels, which is an unfair advantage\.$/,
    );
  });

  it('leaves the warning to the sentence beside it', () => {
    expect(describeTurn([column('BM25', 0.5, 0), column('Context', 1, 0, true)], false, false)).toBe(
      'In this turn, Context comes closest to the true answer (act F1 100.0; BM25 50.0).',
    );
  });

  it('says what is missing', () => {
    expect(describeTurn([silent], false)).toBe('No column has an answer yet.');
    expect(describeTurn([silent, column('BM25', 1, 1)], false)).toMatch(/^Only BM25 has an answer/);
  });
});
