import { describe, expect, it } from 'vitest';
import { BLEU_STATISTICS } from './bleu.ts';
import { createTextScorer } from './text-scorer.ts';

describe('createTextScorer', () => {
  it('scores texts with the tokens of each measure', () => {
    const scorer = createTextScorer();
    // ROUGE drops case and punctuation, BLEU keeps both.
    expect(scorer.rougeL('The dog.', 'the dog')).toBe(1);
    expect(scorer.sentenceBleu('The dog.', 'the dog')).toBeLessThan(100);
    expect(scorer.sentenceBleu('The dog .', 'The dog.')).toBeCloseTo(100, 9);
    expect(scorer.rougeL('police kill the gunman', 'police killed the gunman')).toBe(0.75);
  });

  it('gives the same score again after other texts', () => {
    const scorer = createTextScorer();
    const first = scorer.sentenceBleu('we have five hotels', 'we have six hotels');
    scorer.sentenceBleu('something else', 'altogether');
    expect(scorer.sentenceBleu('we have five hotels', 'we have six hotels')).toBe(first);
    expect(first).toBeGreaterThan(0);
  });

  it('adds up statistics', () => {
    const scorer = createTextScorer();
    const statistics = new Float64Array(BLEU_STATISTICS);
    scorer.addBleu(statistics, 0, 'a b', 'a b c');
    scorer.addBleu(statistics, 0, 'c', 'c');
    expect([...statistics]).toEqual([3, 4, 3, 1, 0, 0, 3, 1, 0, 0]);
  });

  it('chooses among texts', () => {
    expect(createTextScorer().choose(['no', 'yes, of course', 'yes, sure', 'of course'])?.index).toBe(1);
    expect(createTextScorer().choose([])).toBeNull();
  });
});
