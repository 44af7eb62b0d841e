import { z } from 'zod';
import type { AnsweredCell } from '#shared/algorithms/metrics/answer-figures.ts';
import { dialogueIdSchema } from '#shared/contract/base.ts';
import type { SortedMeasure } from '#shared/contract/batch.ts';
import { answerMeasuresSchema } from '#shared/domain/figures.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { textsSchema } from '../corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import {
  allRaw,
  allRows,
  allValues,
  change,
  eachRow,
  oneRow,
  parseJson,
  type Raw,
  sql,
  theRow,
} from '../statements.ts';

export interface BatchItemRow {
  readonly item: number;
  readonly dialogue: DialogueId;
  readonly turns: readonly number[];
  readonly asked: string;
  readonly truths: readonly string[];
}

const answersSchema = z.array(z.string().nullable());

const examplesSchema = z.object({
  /** [turn to answer, dialogue, turn, score] */
  found: z.array(z.tuple([z.int(), dialogueIdSchema, z.int(), z.number()]).readonly()).readonly(),
  /** [turn to answer, dialogue, turn]: where an answer without a model comes from. */
  answers: z.array(z.tuple([z.int(), dialogueIdSchema, z.int()]).readonly()).readonly(),
});

export interface BatchCellRow extends Omit<AnsweredCell, 'failed'> {
  readonly item: number;
  readonly columnIndex: number;
  readonly examples: z.infer<typeof examplesSchema>;
  /** JSON: a route as in the contract, or `{grounds}` for an agent of a feature. */
  readonly route: string | null;
  readonly prompt: string | null;
  readonly promptVersion: number | null;
  readonly cached: boolean;
  readonly problem: string | null;
}

export function addItems(database: WriteDatabase, run: RunId, items: readonly BatchItemRow[]): void {
  for (const { item, dialogue, turns, asked, truths } of items)
    change(database)`
      INSERT INTO batch_items (run_id, item, dialogue_id, rounds, asked, truths)
      VALUES (${run}, ${item}, ${dialogue}, ${JSON.stringify(turns)}, ${asked}, ${JSON.stringify(truths)})`;
}

export function rowWriter(database: WriteDatabase, run: RunId): (rows: readonly BatchCellRow[]) => void {
  return database.transaction((rows: readonly BatchCellRow[]) => {
    for (const row of rows) {
      change(database)`
        DELETE FROM batch_rows WHERE run_id = ${run} AND item = ${row.item} AND place = ${row.columnIndex}`;
      const { lastInsertRowid } = change(database)`
        INSERT INTO batch_rows (run_id, item, place, answer, answers, measures, prompt_version,
          input_tokens, output_tokens, cost, cached, latency_ms, problem)
        VALUES (${run}, ${row.item}, ${row.columnIndex},
          ${row.answers.map((text) => text ?? '').join('\n')}, ${JSON.stringify(row.answers)},
          ${JSON.stringify(row.measures)}, ${row.promptVersion}, ${row.tokens?.input ?? null},
          ${row.tokens?.output ?? null}, ${row.costUsd}, ${row.cached ? 1 : 0}, ${row.latencyMs},
          ${row.problem})`;
      change(database)`
        INSERT INTO batch_details (row_id, examples, route, prompt)
        VALUES (${lastInsertRowid}, ${JSON.stringify(row.examples)}, ${row.route}, ${row.prompt})`;
    }
  });
}

type RawItem = Raw<BatchItemRow, 'turns' | 'truths'>;

const toItem = ({ turns, truths, ...rest }: RawItem): BatchItemRow => ({
  ...rest,
  turns: parseJson(z.array(z.int()), turns),
  truths: parseJson(textsSchema, truths),
});

export function readItems(database: ReadDatabase, run: RunId): BatchItemRow[] {
  return allRows<RawItem>(database)`
    SELECT item, dialogue_id AS dialogue, rounds AS turns, asked, truths FROM batch_items WHERE run_id = ${run}
    ORDER BY item`.map(toItem);
}

export interface AskedItem {
  readonly item: number;
  readonly asks: string;
}

export function askedItems(database: ReadDatabase, run: RunId): AskedItem[] {
  return allRows<AskedItem>(database)`
    SELECT item, dialogue_id || ' ' || rounds AS asks FROM batch_items WHERE run_id = ${run} ORDER BY item`;
}

export const askedDialogues = (database: ReadDatabase, run: RunId): DialogueId[] =>
  allValues<DialogueId>(database)`
    SELECT DISTINCT dialogue_id FROM batch_items WHERE run_id = ${run}`;

export const itemsOfDialogues = (
  database: ReadDatabase,
  run: RunId,
  dialogues: Iterable<DialogueId>,
): Set<number> =>
  new Set(allValues<number>(database)`
    SELECT item FROM batch_items WHERE run_id = ${run}
      AND dialogue_id IN (SELECT value FROM json_each(${JSON.stringify([...dialogues])}))`);

export function itemsOf(database: ReadDatabase, run: RunId, items: readonly number[]): BatchItemRow[] {
  return allRows<RawItem>(database)`
    SELECT item, dialogue_id AS dialogue, rounds AS turns, asked, truths FROM batch_items
    WHERE run_id = ${run} AND item IN (SELECT value FROM json_each(${JSON.stringify(items)}))
    ORDER BY item`.map(toItem);
}

/** Returns the missing cells of a run and the failed cells of its models, as column indexes by item. */
export function missingCells(
  database: ReadDatabase,
  run: RunId,
  indexes: readonly number[],
  withFailed: boolean,
): Map<number, number[]> {
  const rows = allRaw<[number, number]>(database)`
    SELECT i.item, p.value FROM batch_items i CROSS JOIN json_each(${JSON.stringify(indexes)}) p
    WHERE i.run_id = ${run} AND NOT EXISTS (
      SELECT 1 FROM batch_rows r WHERE r.run_id = i.run_id AND r.item = i.item AND r.place = p.value
        ${sql(withFailed ? 'AND r.problem IS NULL' : '')})
    ORDER BY i.item, p.key`;
  const missing = new Map<number, number[]>();
  for (const [item, columnIndex] of rows) missing.set(item, [...(missing.get(item) ?? []), columnIndex]);
  return missing;
}

/** Returns the answers with a problem, such as being cut off, by item and column. */
export function flawedAnswers(
  database: ReadDatabase,
  run: RunId,
): (item: number, columnIndex: number) => boolean {
  const rows = allRaw<[number, number]>(database)`
    SELECT item, place FROM batch_rows
    WHERE run_id = ${run} AND problem IS NOT NULL AND trim(answer, char(10)) <> ''`;
  const flawed = new Set(rows.map(([item, place]) => `${item} ${place}`));
  return (item, columnIndex) => flawed.has(`${item} ${columnIndex}`);
}

/** Returns the SQL expression by which to sort rows with this alias. */
function measureOf(row: string, by: SortedMeasure): string {
  if (by === 'costUsd') return `${row}.cost`;
  if (by === 'latencyMs') return `${row}.latency_ms`;
  return `(${row}.measures ->> '$.${by}')`;
}

interface ItemFilter {
  readonly run: RunId;
  readonly filter: 'all' | 'different' | 'failed';
  readonly apart: { readonly by: SortedMeasure; readonly least: number } | null;
  readonly sort: {
    readonly columnIndex: number;
    readonly by: SortedMeasure;
    readonly descending: boolean;
  } | null;
  readonly text: string;
}

const ITEM_FILTERS: Readonly<Record<ItemFilter['filter'], string>> = {
  all: '',
  different: `AND (SELECT count(DISTINCT r.answers) FROM batch_rows r WHERE r.run_id = i.run_id AND r.item = i.item) > 1`,
  failed: `AND EXISTS (SELECT 1 FROM batch_rows r WHERE r.run_id = i.run_id AND r.item = i.item AND r.problem IS NOT NULL)`,
};

/** Returns the items that match a filter, in order. Items without the figure to sort by come last. */
export function itemsInOrder(
  database: ReadDatabase,
  { run, filter, apart, sort, text }: ItemFilter,
): number[] {
  const by = sort === null ? 'NULL' : measureOf('s', sort.by);
  const figure = apart && measureOf('r', apart.by);
  const pattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  // True answers are stored as JSON, in which some characters are escaped.
  const words = { wanted: pattern(text), quoted: pattern(JSON.stringify(text).slice(1, -1)) };
  return database
    .prepare<[object], number>(
      `SELECT i.item FROM batch_items i
       LEFT JOIN batch_rows s ON s.run_id = i.run_id AND s.item = i.item AND s.place = $place
       WHERE i.run_id = $run ${ITEM_FILTERS[filter]}
       ${
         figure === null
           ? ''
           : `AND (SELECT max(${figure}) - min(${figure}) FROM batch_rows r
              WHERE r.run_id = i.run_id AND r.item = i.item) >= $least`
       }
       ${
         text === ''
           ? ''
           : `AND (i.asked LIKE $wanted ESCAPE '\\' OR i.truths LIKE $quoted ESCAPE '\\'
              OR EXISTS (SELECT 1 FROM dialogues d WHERE d.id = i.dialogue_id AND d.external_id LIKE $wanted ESCAPE '\\')
              OR EXISTS (SELECT 1 FROM batch_rows r WHERE r.run_id = i.run_id AND r.item = i.item
                AND r.answer LIKE $wanted ESCAPE '\\'))`
       }
       ORDER BY ${by} IS NULL, ${by} ${sort?.descending ? 'DESC' : 'ASC'}, i.item`,
    )
    .pluck()
    .all({
      run,
      place: sort?.columnIndex ?? -1,
      ...(text === '' ? {} : words),
      ...(apart && { least: apart.least }),
    });
}

export function cellAnswerReader(database: ReadDatabase, by: SortedMeasure | null) {
  const read = database.prepare<
    [RunId, number, number],
    { readonly answers: string; readonly value: number | null }
  >(
    `SELECT r.answers, ${by === null ? 'NULL' : measureOf('r', by)} AS value FROM batch_rows r
     WHERE r.run_id = ? AND r.item = ? AND r.place = ?`,
  );
  return (run: RunId, item: number, columnIndex: number) => read.get(run, item, columnIndex) ?? null;
}

interface BatchCounts {
  readonly items: number;
  readonly rows: number;
  readonly failed: number;
}

export function countBatch(database: ReadDatabase, run: RunId): BatchCounts {
  return theRow(
    oneRow<BatchCounts>(database)`
      SELECT (SELECT count(*) FROM batch_items WHERE run_id = ${run}) AS items,
      count(*) FILTER (WHERE problem IS NULL OR trim(answer, char(10)) <> '') AS rows,
      count(problem) AS failed FROM batch_rows WHERE run_id = ${run}`,
  );
}

interface RawCell extends Omit<Raw<BatchCellRow, 'answers' | 'measures' | 'examples'>, 'tokens' | 'cached'> {
  readonly input: number | null;
  readonly output: number | null;
  readonly cached: number;
}

const CELL = `item, place AS columnIndex, answers, measures, prompt_version AS promptVersion, input_tokens AS input,
  output_tokens AS output, cost AS costUsd, cached, latency_ms AS latencyMs, problem`;
const LEAN_CELL = `${CELL}, '{"found":[],"answers":[]}' AS examples, NULL AS route, NULL AS prompt`;

const toCell = ({ answers, measures, examples, input, output, cached, ...rest }: RawCell): BatchCellRow => ({
  ...rest,
  answers: parseJson(answersSchema, answers),
  measures: parseJson(answerMeasuresSchema, measures),
  examples: parseJson(examplesSchema, examples),
  tokens: input === null || output === null ? null : { input, output },
  cached: cached === 1,
});

export function findCell(
  database: ReadDatabase,
  run: RunId,
  item: number,
  columnIndex: number,
): BatchCellRow | null {
  const row = oneRow<RawCell>(database)`
    SELECT ${sql(CELL)}, examples, route, prompt FROM batch_rows JOIN batch_details ON row_id = id
    WHERE run_id = ${run} AND item = ${item} AND place = ${columnIndex}`;
  return row ? toCell(row) : null;
}

export function cellsOf(database: ReadDatabase, run: RunId, items: readonly number[]): BatchCellRow[] {
  return allRows<RawCell>(database)`
    SELECT ${sql(LEAN_CELL)} FROM batch_rows WHERE run_id = ${run} AND item IN (SELECT value
    FROM json_each(${JSON.stringify(items)}))`.map(toCell);
}

export function* eachCell(database: ReadDatabase, run: RunId): Generator<BatchCellRow> {
  for (const row of eachRow<RawCell>(database)`
    SELECT ${sql(LEAN_CELL)} FROM batch_rows WHERE run_id = ${run} ORDER BY run_id, item, place`)
    yield toCell(row);
}
