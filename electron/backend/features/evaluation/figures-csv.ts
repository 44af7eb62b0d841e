import type { EstimateValue, EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { type CsvColumn, csvTable } from '../../output/csv.ts';

const ESTIMATES: readonly (readonly [string, (method: EvaluatedMethodFigures) => EstimateValue])[] = [
  ['act F1', (method) => method.actF1],
  ['act F1 of returned', (method) => method.actF1Returned],
  ['whole-dialogue act F1', (method) => method.dialogueActF1],
  ['best ROUGE-L', (method) => method.rougeL.best],
  ['mean ROUGE-L', (method) => method.rougeL.mean],
  ['best sentence BLEU', (method) => method.sentenceBleu.best],
  ['mean sentence BLEU', (method) => method.sentenceBleu.mean],
  ['corpus BLEU of the first', (method) => method.corpusBleu.first],
  ['corpus BLEU of the consensus', (method) => method.corpusBleu.consensus],
  ['corpus BLEU of the best', (method) => method.corpusBleu.best],
  ['answer act F1', (method) => method.answer.actF1],
  ['answer ROUGE-L', (method) => method.answer.rougeL],
  ['answer corpus BLEU', (method) => method.answer.bleu],
  ['returned', (method) => method.returned],
  ['full %', (method) => method.full],
];

/** One row a method, figures with their intervals. */
export function figuresAsCsv({ methods, settings, queries, dialogues, examples }: EvaluationResult): string {
  const table = csvTable<EvaluatedMethodFigures>(
    [
      ['method', ({ name }) => name],
      ['title', ({ title }) => title],
      ['kind', ({ kind }) => kind],
      ['encoder', ({ encoder }) => encoder],
      ['oracle', ({ oracle }) => oracle],
      ['tagger', () => settings.tagger],
      ['queries', () => queries],
      ['dialogues', () => dialogues],
      ['examples', () => examples],
      ...ESTIMATES.flatMap(([name, of]): CsvColumn<EvaluatedMethodFigures>[] => [
        [name, (method) => of(method).estimate],
        [`${name} lower`, (method) => of(method).lower],
        [`${name} upper`, (method) => of(method).upper],
      ]),
      ['median ms', ({ timeMs }) => timeMs.median],
      ['95th percentile ms', ({ timeMs }) => timeMs.p95],
    ],
    methods,
  );
  return [...table].join('');
}
