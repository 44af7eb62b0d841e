import { expect, it } from 'vitest';
import type { BatchSummary } from '#shared/contract/batch.ts';
import type { Figure } from '#shared/domain/figures.ts';
import { estimate, noFigures } from '../../../tests/fixtures/estimate.ts';
import { betterMethod } from './better-method.tsx';

type Column = BatchSummary['columns'][number];

const column = (
  method: string,
  figures: Partial<Column['figures']> = {},
  {
    usesLabels = false,
    answerer = { kind: 'consensus' },
  }: Partial<Column & Pick<Column['column'], 'answerer'>> = {},
) => ({
  column: { method, answerer } as Column['column'],
  title: method.toUpperCase(),
  usesLabels,
  figures: { ...noFigures(), ...figures },
});
const byExamples = (value: number) =>
  ({ examplesF1: estimate(value) }) satisfies Partial<Record<Figure, unknown>>;

const columns = [
  column('bm25', byExamples(31.14)),
  column('ranker', byExamples(38.92)),
  column('cheat', byExamples(90), { usesLabels: true }),
  column('onnx', byExamples(45)),
];
const USABLE = ['bm25', 'ranker', 'cheat'];
const SAMPLE = '300 turns of 20 dialogues';

it('names the best usable method and by how much it is better than the best one in use', () => {
  expect(betterMethod(columns, SAMPLE, ['bm25'], USABLE)).toEqual({
    name: 'ranker',
    sentence:
      'In this project, RANKER finds better examples than BM25: act F1 38.9 % instead of 31.1 % (300 turns of 20 dialogues).',
  });
});

it('says nothing if the method in use was not measured', () => {
  expect(betterMethod(columns, SAMPLE, ['state'], USABLE)).toBeNull();
});

it('says nothing if the best is in use, is not clearly better, or nothing was measured', () => {
  expect(betterMethod(columns, SAMPLE, ['bm25', 'ranker'], USABLE)).toBeNull();
  const close = [column('bm25', byExamples(38)), column('ranker', byExamples(38.5))];
  expect(betterMethod(close, SAMPLE, ['bm25'], USABLE)).toBeNull();
  expect(betterMethod([column('ranker')], SAMPLE, ['bm25'], USABLE)).toBeNull();
  expect(betterMethod([], SAMPLE, ['bm25'], USABLE)).toBeNull();
});

it('leaves out the answers of a model', () => {
  const byModel = { kind: 'model', provider: 'a', model: 'b' } as Column['column']['answerer'];
  const asked = [columns[0], column('ranker', byExamples(60), { answerer: byModel })];
  expect(betterMethod(asked, SAMPLE, ['bm25'], USABLE)).toBeNull();
});

it('compares the words of the answers where no acts were measured', () => {
  const texts = [column('bm25', { rougeL: estimate(20) }), column('ranker', { rougeL: estimate(30) })];
  expect(betterMethod(texts, SAMPLE, ['bm25'], USABLE)?.sentence).toBe(
    'In this project, RANKER finds better answers than BM25: ROUGE-L 30.0 % instead of 20.0 % (300 turns of 20 dialogues).',
  );
});
