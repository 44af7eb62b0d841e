import { describe, expect, it } from 'vitest';
import { testColumn } from '../../../../tests/fixtures/compared-column.ts';
import { MEASURE_GROUPS } from './measures.ts';

describe('the measures of a column', () => {
  const of = (id: string) =>
    MEASURE_GROUPS.flatMap((group) => group.measures).find((measure) => measure.id === id);

  it('are on one scale, 0 to 100', () => {
    const column = testColumn('a', { actF1: 0.5, rougeL: 0.25, bleu: 12.5 });
    expect(of('answer-acts')?.of(column)).toBe(50);
    expect(of('answer-rouge')?.of(column)).toBe(25);
    expect(of('answer-bleu')?.of(column)).toBe(12.5);
  });

  it('are null without an answer, or if the truth has no acts', () => {
    expect(of('answer-rouge')?.of(testColumn('a', null))).toBeNull();
    expect(of('answer-acts')?.of(testColumn('a', { actF1: null, rougeL: 0, bleu: 0 }))).toBeNull();
    expect(of('examples-acts')?.of(testColumn('a', null))).toBeNull();
  });

  it('do not mention winning', () => {
    const words = MEASURE_GROUPS.flatMap((group) => [
      group.title,
      ...group.measures.flatMap((measure) => [measure.label, measure.explanation]),
    ]);
    expect(words.join(' ')).not.toMatch(/\bw[io]n/i);
  });
});
