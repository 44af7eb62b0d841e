import type { BatchFormat } from '#shared/contract/batch.ts';
import { modelOf } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type CsvCell, csvCell } from '../../output/csv-cell.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import { cellsOf, findCell, readItems } from '../../store/comparing/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';
import { summariseBatch } from './batch-figures.ts';
import { htmlOfBatch } from './batch-html.ts';
import { headReader, measuresOf, textOf } from './batch-rows.ts';
import { batchRuns } from './batch-runs.ts';
import type { ExportedBatch } from './exported-batch.ts';
import { totalsAsCsv } from './totals-csv.ts';

const WRITERS: Readonly<Record<BatchFormat, (batch: ExportedBatch) => Iterable<string>>> = {
  csv: csvOf,
  jsonl: linesOf,
  html: htmlOfBatch,
  'totals.csv': ({ summary }) => [totalsAsCsv(summary)],
  'totals.json': ({ summary }) => [`${JSON.stringify(summary, null, 2)}\n`],
};

/** Writes a run from its rows as they are kept: the whole file or nothing. */
export async function writeBatch(
  database: ReadDatabase,
  { run, to, against }: { readonly run: RunId; readonly to: BatchFormat; readonly against: string | null },
  out: OutputTarget,
): Promise<{ path: string; bytes: number }> {
  const row = batchRuns.require(database, run);
  const { columns } = row.params;
  const head = headReader(database);
  const batch: ExportedBatch = {
    row,
    columns: columns.map(headOf),
    summary: summariseBatch(database, run, against),
    items: readItems(database, run),
    externalId: (item) => head(item).externalId,
    cells(item) {
      const cells = new Map(cellsOf(database, run, [item.item]).map((cell) => [cell.columnIndex, cell]));
      return columns.map((_, index) => cells.get(index) ?? null);
    },
    whole: (item, index) => findCell(database, run, item.item, index),
  };
  return writeInPieces(out, WRITERS[to](batch));
}

const CSV_HEADER = [
  'row',
  'dialogue',
  'round',
  'column',
  'method',
  'answerer',
  'model',
  'asked',
  'truth',
  'answer',
  'BLEU',
  'ROUGE-1',
  'ROUGE-2',
  'ROUGE-L',
  'act F1',
  'embedding similarity',
  'tokens of the answer (13a)',
  'characters',
  'input tokens',
  'output tokens',
  'cost USD',
  'cached',
  'latency ms',
  'problem',
];

/** One line a row and column; lines end as RFC 4180 has them, and no cell is a formula. */
function* csvOf({ items, columns, externalId, cells }: ExportedBatch): Generator<string> {
  const line = (values: readonly CsvCell[]): string => `${values.map(csvCell).join(',')}\r\n`;
  yield line(CSV_HEADER);
  for (const item of items) {
    const own = cells(item);
    for (const [index, { column, title }] of columns.entries()) {
      const cell = own[index];
      if (!cell) continue;
      const measures = measuresOf(cell.measures);
      yield line([
        item.item,
        externalId(item),
        item.rounds.join(' '),
        title,
        column.kind === undefined ? column.method : column.kind,
        column.answerer?.kind ?? null,
        modelOf(column)?.model ?? null,
        item.asked,
        item.truths.join('\n'),
        textOf(cell.answers),
        measures.bleu,
        measures.rouge1,
        measures.rouge2,
        measures.rougeL,
        measures.actF1,
        measures.embedding,
        measures.words,
        measures.characters,
        cell.tokens?.input ?? null,
        cell.tokens?.output ?? null,
        cell.costUsd,
        cell.cached,
        cell.latencyMs,
        cell.problem,
      ]);
    }
  }
}

/** First a line with the settings and the totals, then one a row and column with prompt, examples and route. */
function* linesOf({ row, items, columns, summary, externalId, whole }: ExportedBatch): Generator<string> {
  const { run, params, startedAt, finishedAt, result } = row;
  yield `${JSON.stringify({ kind: 'batch', run, startedAt, finishedAt, state: result?.state ?? 'unfinished', settings: params, summary })}\n`;
  for (const item of items) {
    for (const [index, { key }] of columns.entries()) {
      const cell = whole(item, index);
      if (!cell) continue;
      yield `${JSON.stringify({
        kind: 'row',
        row: item.item,
        dialogue: externalId(item),
        column: key,
        asked: item.asked,
        turns: item.rounds.map((round, turn) => ({
          round,
          truth: item.truths[turn],
          answer: cell.answers[turn],
        })),
        measures: measuresOf(cell.measures),
        examples: cell.examples.found.map(([asked, dialogue, round, score]) => ({
          for: asked,
          dialogue: externalId({ ...item, dialogue }),
          round,
          score,
        })),
        route: cell.route === null ? null : JSON.parse(cell.route),
        prompt: cell.prompt === null ? null : JSON.parse(cell.prompt),
        promptVersion: cell.promptVersion,
        tokens: cell.tokens,
        costUsd: cell.costUsd,
        cached: cell.cached,
        latencyMs: cell.latencyMs,
        problem: cell.problem,
      })}\n`;
    }
  }
}
