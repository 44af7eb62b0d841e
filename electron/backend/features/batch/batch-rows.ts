import { z } from 'zod';
import type { InputOf } from '#shared/contract/base.ts';
import {
  type BatchItem,
  type BatchMeasures,
  type batchContract,
  batchSettingsSchema,
  textCheckSchema,
} from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { LSA_NAME } from '../../providers/embeddings/lsa-encoder.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  cellsOf,
  countBatch,
  itemsInOrder,
  itemsOf,
  itemsOfDialogues,
} from '../../store/comparing/batch-run-table.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';

export const BATCH = 'batch';

/** All settings that affect a batch run, as stored with the run. */
const batchParamsSchema = batchSettingsSchema.extend({
  tagger: z.string(),
  /** The number of turns or dialogues that the sample was drawn from. */
  heldOut: z.int(),
  /** Versions of the tags and dialogues behind the rows. There are several if they changed during a pause. */
  versions: z.array(z.string()),
  /** Missing before the check and in runs of older versions. */
  checks: z.array(textCheckSchema).optional(),
});
export type BatchParams = z.infer<typeof batchParamsSchema>;

export type BatchRunRow = LastingRun<BatchParams>;

export const batchRuns = lastingRuns({
  kind: BATCH,
  words: 'batch run',
  keeps: 'answers',
  params: batchParamsSchema,
  settingsStay: true,
});

const UNIT = { 'next-turn': 'turns', 'whole-dialogue': 'dialogues' } as const;

export function describeBatch(database: ReadDatabase, { run, params }: BatchRunRow) {
  const { tagger, heldOut, versions, checks: _, ...settings } = params;
  const counts = countBatch(database, run);
  return {
    settings,
    columns: settings.columns.map((column) => headOf(column, tagger)),
    encoder: LSA_NAME,
    tagger,
    items: counts.items,
    heldOut,
    rows: counts.rows,
    rowsInAll: counts.items * settings.columns.length,
    failed: counts.failed,
    warnings: [
      ...(counts.items < settings.sample
        ? [
            `Only ${heldOut} ${UNIT[settings.answering.unit]} are kept for testing, so the run uses all of them.`,
          ]
        : []),
      ...(versions.length > 1
        ? ['Tags or dialogues changed while this run was paused, so not all rows are based on the same data.']
        : []),
    ],
  };
}

type RowsQuery = InputOf<(typeof batchContract)['rows']>;

/** Maximum length of a text in a table, in characters. The page of a row shows the whole text. */
const SHOWN_CHARACTERS = 400;

export function indexOfColumn(columns: readonly AgentSpec[], key: string): number {
  const index = columns.findIndex((column) => agentKey(column) === key);
  if (index >= 0) return index;
  throw new DialogramError('NOT_FOUND', `This batch run has no column "${key}".`, {
    value: key,
    nextStep: `Its columns are ${columns.map(agentKey).join(', ')}.`,
  });
}

/** Finds the items of a page. The order of the last request is cached, so that scrolling is fast. */
export function createRowReader(database: ReadDatabase) {
  let known: { readonly key: string; readonly items: readonly number[] } | null = null;

  const itemsFor = (
    query: RowsQuery,
    columns: readonly AgentSpec[],
    only: ReadonlySet<DialogueId> | null,
  ): readonly number[] => {
    const { run, filter, apart, sort, query: text } = query;
    const key = JSON.stringify([
      run,
      filter,
      apart,
      sort,
      text,
      only && [...only],
      countBatch(database, run),
    ]);
    if (known?.key === key) return known.items;
    const ordered = itemsInOrder(database, {
      run,
      filter,
      apart,
      sort: sort && { ...sort, columnIndex: indexOfColumn(columns, sort.column) },
      text,
    });
    const passing = only && itemsOfDialogues(database, run, only);
    const items = passing === null ? ordered : ordered.filter((item) => passing.has(item));
    known = { key, items };
    return items;
  };

  /** @param only these dialogues; null for all */
  return (query: RowsQuery, only: ReadonlySet<DialogueId> | null): { total: number; items: BatchItem[] } => {
    const { columns } = batchRuns.require(database, query.run).params;
    const matching = itemsFor(query, columns, only);
    const page = matching.slice(query.offset, query.offset + query.limit);
    const cells = new Map(
      cellsOf(database, query.run, page).map((cell) => [`${cell.item} ${cell.columnIndex}`, cell]),
    );
    const byItem = new Map(itemsOf(database, query.run, page).map((item) => [item.item, item]));
    const head = headReader(database);
    return {
      total: matching.length,
      items: page.map((item) => ({
        ...head(byItem.get(item) as BatchItemRow),
        cells: columns.map((_, index) => {
          const cell = cells.get(`${item} ${index}`);
          return cell ? cellHead(cell) : null;
        }),
      })),
    };
  };
}

export function headReader(database: ReadDatabase) {
  const externalIdOf = externalIdReader(database);
  return ({ item, dialogue, turns, asked, truths }: BatchItemRow, whole = false) => ({
    item,
    dialogue,
    externalId: externalIdOf(dialogue),
    turn: required(turns[0], 'turn of the item'),
    turns: turns.length,
    asked: whole ? asked : shown(asked),
    truth: whole ? truths.join('\n') : shown(truths.join('\n')),
  });
}

export const cellHead = (
  { answers, measures, costUsd, latencyMs, problem }: BatchCellRow,
  whole = false,
) => ({
  answer: whole ? textOf(answers) : shown(textOf(answers)),
  measures: measuresOf(measures),
  costUsd,
  latencyMs,
  problem,
});

export const textOf = (answers: readonly (string | null)[]): string =>
  answers.map((text) => text ?? '').join('\n');

export function measuresOf(measures: BatchCellRow['measures']): BatchMeasures {
  const { bleu, rouge1, rouge2, rougeL, actF1, examplesF1, embedding, bertScore, words, characters } =
    measures;
  return { bleu, rouge1, rouge2, rougeL, actF1, examplesF1, embedding, bertScore, words, characters };
}

function shown(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
