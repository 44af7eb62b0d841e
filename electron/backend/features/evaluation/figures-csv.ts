import type { EstimateValue, EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { type CsvCell, csvCell } from '../../output/csv-cell.ts';

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

const HEADER: readonly string[] = [
  'method',
  'title',
  'kind',
  'encoder',
  'oracle',
  'tagger',
  'queries',
  'dialogues',
  'examples',
  ...ESTIMATES.flatMap(([name]) => [name, `${name} lower`, `${name} upper`]),
  'median ms',
  '95th percentile ms',
];

/** One row a method, figures with their intervals; lines end as RFC 4180 has them. */
export function figuresAsCsv(result: EvaluationResult): string {
  const rows = result.methods.map((method): CsvCell[] => [
    method.name,
    method.title,
    method.kind,
    method.encoder,
    method.oracle,
    result.settings.tagger,
    result.queries,
    result.dialogues,
    result.examples,
    ...ESTIMATES.flatMap(([, of]) => {
      const { estimate, lower, upper } = of(method);
      return [estimate, lower, upper];
    }),
    method.timeMs.median,
    method.timeMs.p95,
  ]);
  return [HEADER, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
