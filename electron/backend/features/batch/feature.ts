import { likelyInputTokens, mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { InputOf } from '#shared/contract/base.ts';
import {
  type BatchEstimate,
  type BatchRow,
  type BatchSettings,
  batchContract,
  type DifferingRow,
} from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { agentKey, modelOf } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { defineFeature } from '../../feature.ts';
import { Breather, breathe } from '../../jobs/breather.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { costsOf, priceOf } from '../../providers/requests/price.ts';
import {
  askedDialogues,
  askedItems,
  cellAnswerReader,
  cellsOf,
  countBatch,
  findCell,
  itemsOf,
} from '../../store/comparing/batch-run-table.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { passingAmong } from '../filters/index.ts';
import { previewAnswer } from '../generation/index.ts';
import { titleOf } from '../retrieval/index.ts';
import { pairItems } from './batch-figures.ts';
import { batchJob, startBatch } from './batch-job.ts';
import {
  batchRuns,
  cellHead,
  createRowReader,
  describeBatch,
  headReader,
  indexOfColumn,
  measuresOf,
} from './batch-rows.ts';
import { checkedColumns, drawSample, nothingHeldOut } from './start-batch.ts';

/** @throws DialogramError NOT_FOUND */
function readBatchRow(
  database: ReadDatabase,
  { run, item: at, column: key }: { readonly run: RunId; readonly item: number; readonly column: string },
): BatchRow {
  const { columns } = batchRuns.require(database, run).params;
  const index = indexOfColumn(columns, key);
  const [item] = itemsOf(database, run, [at]);
  const cell = item && findCell(database, run, at, index);
  if (!item || !cell) {
    throw new DialogramError('NOT_FOUND', `Row ${at} of batch run ${run} has no answer in this column yet.`, {
      value: String(at),
      nextStep: 'Wait until the run reaches this row. If the run is paused, continue it.',
    });
  }
  const turnsOf = turnReader(database);
  const led = cell.route === null ? null : JSON.parse(cell.route);
  const externalIdOf = externalIdReader(database);
  const placed = (dialogue: DialogueId, turn: number) => ({
    dialogue,
    externalId: externalIdOf(dialogue),
    turn,
  });
  return {
    ...headReader(database)(item, true),
    key: agentKey(required(columns[index], `column ${index}`)),
    answers: item.turns.map((turn, at) => ({
      turn,
      text: cell.answers[at] ?? null,
      truth: item.truths[at] ?? '',
    })),
    measures: measuresOf(cell.measures),
    examples: cell.examples.found.map(([asked, dialogue, turn, score]) => {
      const turns = turnsOf(dialogue);
      return {
        for: asked,
        ...placed(dialogue, turn),
        userText: turns[turn - 1]?.text ?? '',
        text: required(turns[turn], `turn ${turn}`).text,
        score,
      };
    }),
    answeredFrom: cell.examples.answers.map(([asked, dialogue, turn]) => ({
      for: asked,
      ...placed(dialogue, turn),
    })),
    route: led?.grounds ? null : led,
    grounds: led?.grounds ?? null,
    prompt: cell.prompt === null ? null : JSON.parse(cell.prompt),
    promptVersion: cell.promptVersion,
    tokens: cell.tokens,
    costUsd: cell.costUsd,
    cached: cell.cached,
    latencyMs: cell.latencyMs,
    problem: cell.problem,
  };
}

type DifferingQuery = InputOf<(typeof batchContract)['differing']>;

type ItemPair = readonly [left: number, right: number];

function createDifferingReader(database: ReadDatabase) {
  let known: { readonly key: string; readonly pairs: readonly ItemPair[] } | null = null;

  const pairsFor = async (
    query: DifferingQuery,
    leftIndex: number,
    rightIndex: number,
    signal: AbortSignal,
  ): Promise<readonly ItemPair[]> => {
    const { left, right, sort } = query;
    const counts = [left, right].map((run) => countBatch(database, run));
    const key = JSON.stringify([left, right, leftIndex, rightIndex, sort, counts]);
    if (known?.key === key) return known.pairs;
    const answerOf = cellAnswerReader(database, sort?.by ?? null);
    const breather = new Breather(signal);
    const found: { readonly pair: ItemPair; readonly difference: number | null }[] = [];
    for (const pair of pairItems(askedItems(database, left), askedItems(database, right))) {
      if (breather.due) await breather.pause();
      const mine = answerOf(left, pair[0], leftIndex);
      const yours = answerOf(right, pair[1], rightIndex);
      if (!mine || !yours || mine.answers === yours.answers) continue;
      const difference = mine.value === null || yours.value === null ? null : mine.value - yours.value;
      found.push({ pair, difference });
    }
    // Missing values come last; ties keep their order.
    const sign = sort?.descending ? -1 : 1;
    const rank = (difference: number | null): number => (difference === null ? Infinity : sign * difference);
    if (sort !== null)
      found.sort((one, other) => {
        const [a, b] = [rank(one.difference), rank(other.difference)];
        return a < b ? -1 : a > b ? 1 : 0;
      });
    const pairs = found.map(({ pair }) => pair);
    known = { key, pairs };
    return pairs;
  };

  return async (
    query: DifferingQuery,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ total: number; items: DifferingRow[] }> => {
    const { left, right, offset, limit } = query;
    const leftIndex = indexOfColumn(batchRuns.require(database, left).params.columns, query.leftColumn);
    const rightIndex = indexOfColumn(batchRuns.require(database, right).params.columns, query.rightColumn);
    const pairs = await pairsFor(query, leftIndex, rightIndex, signal);
    const page = pairs.slice(offset, offset + limit);
    const read = (run: RunId, items: readonly number[], index: number) =>
      new Map(
        cellsOf(database, run, items)
          .filter((cell) => cell.columnIndex === index)
          .map((cell) => [cell.item, cellHead(cell, true)]),
      );
    const mine = page.map(([item]) => item);
    const byItem = new Map(itemsOf(database, left, mine).map((item) => [item.item, item]));
    const own = read(left, mine, leftIndex);
    const other = read(
      right,
      page.map(([, item]) => item),
      rightIndex,
    );
    const head = headReader(database);
    return {
      total: pairs.length,
      items: page.flatMap(([l, r]) => {
        const [item, leftCell, rightCell] = [byItem.get(l), own.get(l), other.get(r)];
        return item && leftCell && rightCell
          ? [{ ...head(item, true), left: leftCell, right: rightCell }]
          : [];
      }),
    };
  };
}

/** The number of requests to compose per column for an estimate. The rest is extrapolated. */
const DRAFTED = 12;
/** A typical support turn, used only for estimates. */
const LIKELY_TOKENS_PER_TURN = 24;

/** Returns the number of requests of a run and their cost. Agents without an estimate count as free. Sends nothing. */
async function estimateBatch(
  project: Project,
  settings: BatchSettings,
  signal: AbortSignal | undefined,
): Promise<BatchEstimate> {
  const { database } = project;
  const columns = checkedColumns(project, settings);
  const run = requireTaggingRun(database, settings.run).id;
  const { unit } = settings.answering;
  const { items, heldOut } = await drawSample(
    database,
    { unit, count: settings.sample, seed: settings.seed },
    signal ?? new AbortController().signal,
  );
  if (items.length === 0) throw nothingHeldOut();
  const step = Math.max(1, Math.floor(items.length / DRAFTED));
  const drafted = items.filter((_, at) => at % step === 0).slice(0, DRAFTED);
  const turnsOf = turnReader(database);
  const models: BatchEstimate['models'] = [];
  for (const column of columns) {
    const model = modelOf(column);
    if (model === null) continue;
    let [input, output, answers, requests] = [0, 0, 0, 0];
    for (const { dialogue, turns } of drafted) {
      const [turn = 0] = turns;
      answers += turns.length;
      if (column.kind !== undefined) {
        const heard = turnsOf(dialogue).map(({ role, text }) => ({ role, text, tags: [], forced: false }));
        const most = requireAgentKind(project.app, column).most(
          project,
          column,
          unit === 'next-turn' ? heard.slice(0, turn) : heard,
        );
        input += most?.input ?? 0;
        output += most?.output ?? 0;
        requests += most?.requests ?? 0;
        continue;
      }
      requests++;
      const { messages } = await previewAnswer(project, {
        run,
        dialogue,
        turn,
        column,
        settings: settings.answering,
      });
      input += mostInputTokens(messages, null);
      output += model.maxOutputTokens * (unit === 'next-turn' ? 1 : turns.length);
      await breathe();
      signal?.throwIfAborted();
    }
    if (requests === 0) continue;
    const scale = items.length / drafted.length;
    const scaled = (value: number): number => Math.ceil(value * scale);
    const most = { input: scaled(input), output: scaled(output) };
    const likely = {
      input: likelyInputTokens(most.input),
      output: Math.min(most.output, scaled(Math.max(answers, requests) * LIKELY_TOKENS_PER_TURN)),
    };
    const price = priceOf(project.app.providers.get(model.provider), model.model, project.app.resources);
    models.push({
      key: agentKey(column),
      title: titleOf(column),
      requests: Math.round(requests * scale),
      drafted: drafted.length,
      ...costsOf(price, most, likely),
    });
  }
  const known = models.every(({ costUsd }) => costUsd !== null);
  const sum = (of: 'most' | 'likely'): number =>
    models.reduce((total, { costUsd }) => total + (costUsd?.[of] ?? 0), 0);
  return {
    items: items.length,
    heldOut,
    rows: items.length * columns.length,
    models,
    costUsd: known ? { most: sum('most'), likely: sum('likely') } : null,
  };
}

/** Each reader caches the order of its last request, so that scrolling is fast. */
const createReaders = (database: WriteDatabase) => ({
  rows: createRowReader(database),
  differing: createDifferingReader(database),
});

const readers = new WeakMap<WriteDatabase, ReturnType<typeof createReaders>>();
const readersOf = ({ database }: Project) => {
  const known = readers.get(database) ?? createReaders(database);
  readers.set(database, known);
  return known;
};

/** Returns the dialogues of a run that pass a filter; null for all. */
function passing(project: Project, { run, where }: { readonly run: RunId; readonly where: string }) {
  const { params } = batchRuns.require(project.database, run);
  return passingAmong(project, askedDialogues(project.database, run), where, params.run);
}

export const feature = defineFeature({
  contract: batchContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateBatch(project, input, signal),
    start: ({ input, project, signal }) => startBatch(project, input, signal),
    goOn: ({ input, project }) => batchRuns.goOn(project, input.run, input.limits, checkedColumns),
    runs: ({ project }) => batchRuns.presented(project, describeBatch),
    rows: async ({ input, project }) => readersOf(project).rows(input, await passing(project, input)),
    row: ({ input, project }) => readBatchRow(project.database, input),
    summary: async ({ input, project, signal }) => {
      const { columns } = batchRuns.require(project.database, input.run).params;
      if (input.against !== null) indexOfColumn(columns, input.against);
      const { run, against } = input;
      const only = await passing(project, input);
      return readInThread(project.path, 'batchFigures', 'summariseBatch', [run, against, only], { signal });
    },
    compare: ({ input, project: { database, path }, signal }) => {
      for (const run of [input.left, input.right]) batchRuns.require(database, run as RunId);
      return readInThread(path, 'batchFigures', 'compareBatches', [input.left, input.right], { signal });
    },
    differing: ({ input, project, signal }) => readersOf(project).differing(input, signal),
    export: ({ input, project: { database, path }, session, signal }) => {
      const { columns } = batchRuns.require(database, input.run).params;
      if (input.against !== null) indexOfColumn(columns, input.against);
      return readInThread(path, 'batchExport', 'writeBatch', [input, targetOf(session, input)], { signal });
    },
  },
  ...batchRuns.partsOf(batchJob),
});
