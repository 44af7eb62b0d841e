import type { BatchColumnHead, BatchFormat } from '#shared/contract/batch.ts';
import { modelOf } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { csvTable } from '../../output/csv.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeInPieces } from '../../output/write-whole.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  cellsOf,
  findCell,
  readItems,
} from '../../store/comparing/batch-run-table.ts';
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

/** Writes a run from its stored rows: the whole file or nothing. */
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
    columns: columns.map((column) => headOf(column, row.params.tagger)),
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

interface CsvRow {
  readonly item: BatchItemRow;
  readonly head: BatchColumnHead;
  readonly cell: BatchCellRow;
  readonly measures: ReturnType<typeof measuresOf>;
}

/** One line a row and column. */
function csvOf({ items, columns, externalId, cells }: ExportedBatch): Generator<string> {
  function* rows(): Generator<CsvRow> {
    for (const item of items)
      for (const [index, cell] of cells(item).entries()) {
        const head = columns[index];
        if (cell && head) yield { item, head, cell, measures: measuresOf(cell.measures) };
      }
  }
  return csvTable<CsvRow>(
    [
      ['row', ({ item }) => item.item],
      ['dialogue', ({ item }) => externalId(item)],
      ['round', ({ item }) => item.rounds.join(' ')],
      ['column', ({ head }) => head.title],
      ['method', ({ head: { column } }) => (column.kind === undefined ? column.method : column.kind)],
      ['answerer', ({ head: { column } }) => column.answerer?.kind ?? null],
      ['model', ({ head: { column } }) => modelOf(column)?.model ?? null],
      ['asked', ({ item }) => item.asked],
      ['truth', ({ item }) => item.truths.join('\n')],
      ['answer', ({ cell }) => textOf(cell.answers)],
      ['BLEU', ({ measures }) => measures.bleu],
      ['ROUGE-1', ({ measures }) => measures.rouge1],
      ['ROUGE-2', ({ measures }) => measures.rouge2],
      ['ROUGE-L', ({ measures }) => measures.rougeL],
      ['act F1', ({ measures }) => measures.actF1],
      ['embedding similarity', ({ measures }) => measures.embedding],
      ['tokens of the answer (13a)', ({ measures }) => measures.words],
      ['characters', ({ measures }) => measures.characters],
      ['input tokens', ({ cell }) => cell.tokens?.input ?? null],
      ['output tokens', ({ cell }) => cell.tokens?.output ?? null],
      ['cost USD', ({ cell }) => cell.costUsd],
      ['cached', ({ cell }) => cell.cached],
      ['latency ms', ({ cell }) => cell.latencyMs],
      ['problem', ({ cell }) => cell.problem],
    ],
    rows(),
  );
}

/** First a line with the settings and the totals, then one per row and column with prompt, examples and route. */
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
