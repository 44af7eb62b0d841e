import { checkOf } from '#shared/algorithms/judging/known-pairs.ts';
import {
  type AnsweredItem,
  type FigureDifferences,
  summariseAnswers,
} from '#shared/algorithms/metrics/answer-figures.ts';
import { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '#shared/algorithms/metrics/bootstrap.ts';
import type { BatchComparison, BatchSummary } from '#shared/contract/batch.ts';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import { append } from '#shared/domain/append.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { LSA_NAME } from '../../providers/embeddings/lsa-encoder.ts';
import {
  type AskedItem,
  askedItems,
  type BatchCellRow,
  type BatchItemRow,
  eachCell,
  readItems,
} from '../../store/comparing/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';
import { type BatchRunRow, batchRuns, indexOfColumn } from './batch-rows.ts';

const bootstrapBy = (seed: number) => ({ seed, resamples: DEFAULT_RESAMPLES, level: DEFAULT_LEVEL });

/**
 * Returns the totals of every column. Takes seconds for 60,000 rows.
 * @param only these dialogues; null for all
 * @param against the key of the column to compare with on turns that both answered; null for none
 */
export function summariseBatch(
  database: ReadDatabase,
  run: RunId,
  against: string | null,
  only: ReadonlySet<DialogueId> | null = null,
): BatchSummary {
  const { params } = batchRuns.require(database, run);
  const count = params.columns.length;
  const { items, cells } = readRun(database, run, count);
  const answered = items.filter(
    ({ item, dialogue }) => (only?.has(dialogue) ?? true) && cells[item]?.some((cell) => cell !== null),
  );
  const baseline = against === null ? null : indexOfColumn(params.columns, against);
  const others = [...params.columns.keys()].filter((at) => baseline !== null && at !== baseline);
  const { columns, differences, dialogues } = summariseAnswers(
    answered.map((item) => {
      const { cells: own, ...rest } = answeredItem(item, cells[item.item]);
      // An unfinished run compares each column with the baseline only on turns that both answered.
      const paired = others.flatMap((at) => {
        const pair = [own[at], own[baseline ?? 0]];
        return pair.every(Boolean) ? pair : [null, null];
      });
      return { ...rest, cells: [...own, ...paired.map((cell) => cell ?? null)] };
    }),
    count + 2 * others.length,
    {
      seed: params.seed,
      pairs: others.map((_, at) => [count + 2 * at, count + 2 * at + 1] as const),
    },
  );
  return {
    run,
    items: answered.length,
    dialogues,
    encoder: LSA_NAME,
    bootstrap: bootstrapBy(params.seed),
    against,
    columns: params.columns.map((column, at) => ({
      ...headOf(column, params.tagger),
      ...required(columns[at], `figures of column ${at}`),
      difference: differences[others.indexOf(at)] ?? null,
    })),
    checks: (params.checks ?? []).map(({ figure, ...counts }) => ({ figure, ...checkOf(counts) })),
  };
}

/** Compares two runs on the items that both have. The differences are left minus right. */
export function compareBatches(database: ReadDatabase, left: RunId, right: RunId): BatchComparison {
  const [own, other] = [batchRuns.require(database, left), batchRuns.require(database, right)];
  const pairs = pairColumns(own.params.columns, other.params.columns);
  const ours = readRun(database, left, own.params.columns.length);
  const theirs = readRun(database, right, other.params.columns.length);
  const counterparts = pairItems(askedItems(database, left), askedItems(database, right));
  const shared: AnsweredItem[] = [];
  const differing = pairs.map(() => 0);
  const both = counterparts.size;
  for (const item of ours.items) {
    const counterpart = counterparts.get(item.item);
    if (counterpart === undefined) continue;
    const cells = pairs.flatMap(([l, r], pair) => {
      const [mine, yours] = [ours.cells[item.item]?.[l], theirs.cells[counterpart]?.[r]];
      // An item counts for a pair if both columns answered, so that both sides have the same turns.
      if (!mine || !yours) return [null, null];
      if (JSON.stringify(mine.answers) !== JSON.stringify(yours.answers)) differing[pair]!++;
      return [mine, yours];
    });
    shared.push(answeredItem(item, cells));
  }
  const { columns, differences, dialogues } = summariseAnswers(shared, 2 * pairs.length, {
    seed: own.params.seed,
    pairs: pairs.map((_, at) => [2 * at, 2 * at + 1] as const),
  });
  return {
    shared: both,
    dialogues,
    leftOnly: ours.items.length - both,
    rightOnly: theirs.items.length - both,
    differences: settingDifferences(own, other),
    pairs: pairs.map(([l, r], at) => ({
      left: headOf(own.params.columns[l]!, own.params.tagger),
      right: headOf(other.params.columns[r]!, other.params.tagger),
      figures: {
        left: columns[2 * at]!.figures,
        right: columns[2 * at + 1]!.figures,
        difference: differences[at] as FigureDifferences,
      },
      differing: differing[at] ?? 0,
    })),
    bootstrap: bootstrapBy(own.params.seed),
  };
}

const methodOf = (agent: AgentSpec): string => (agent.kind === undefined ? agent.method : agentKey(agent));

/** Pairs columns with the same key, and the remaining ones with the same method, in order. */
function pairColumns(
  left: readonly AgentSpec[],
  right: readonly AgentSpec[],
): (readonly [left: number, right: number])[] {
  const free = new Map(right.entries());
  const take = (alike: (column: AgentSpec) => boolean): number => {
    for (const [at, column] of free) {
      if (!alike(column)) continue;
      free.delete(at);
      return at;
    }
    return -1;
  };
  const same = left.map((column) => ({
    column,
    exact: take((other) => agentKey(other) === agentKey(column)),
  }));
  return same.flatMap(({ column, exact }, at) => {
    const found = exact >= 0 ? exact : take((other) => methodOf(other) === methodOf(column));
    return found < 0 ? [] : [[at, found] as const];
  });
}

/** Pairs items of two runs that ask the same question. Repeated questions are paired in order. */
export function pairItems(
  left: readonly AskedItem[],
  right: readonly AskedItem[],
): ReadonlyMap<number, number> {
  const free = new Map<string, number[]>();
  for (const { item, asks } of right) {
    append(free, asks, item);
  }
  return new Map(
    left.flatMap(({ item, asks }) => {
      const counterpart = free.get(asks)?.shift();
      return counterpart === undefined ? [] : [[item, counterpart] as const];
    }),
  );
}

function readRun(database: ReadDatabase, run: RunId, columns: number) {
  const items = readItems(database, run);
  const cells: (BatchCellRow | null)[][] = [];
  for (const cell of eachCell(database, run)) {
    const row = cells[cell.item] ?? new Array<BatchCellRow | null>(columns).fill(null);
    row[cell.columnIndex] = cell;
    cells[cell.item] = row;
  }
  return { items, cells };
}

function answeredItem(
  { dialogue, truths }: BatchItemRow,
  cells: readonly (BatchCellRow | null)[] = [],
): AnsweredItem {
  return {
    dialogue: String(dialogue),
    truths,
    cells: cells.map((cell) => cell && { ...cell, failed: cell.problem !== null }),
  };
}

function settingDifferences({ params: left }: BatchRunRow, { params: right }: BatchRunRow): string[] {
  const told: readonly (readonly [string, unknown, unknown])[] = [
    ['Tagging run', left.run, right.run],
    ['Unit', left.answering.unit, right.answering.unit],
    ['Examples', left.answering.examples, right.answering.examples],
    ['Turns of context', left.answering.context ?? 'all', right.answering.context ?? 'all'],
    ['Random seed', left.answering.seed, right.answering.seed],
    ['Names and numbers masked in examples', left.answering.masking, right.answering.masking],
    ['Example format', left.answering.exampleShape, right.answering.exampleShape],
    ['Prompt version', left.answering.promptVersion, right.answering.promptVersion],
    ['Sample', left.sample, right.sample],
    ['Sample seed', left.seed, right.seed],
  ];
  return told
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name}: ${String(one)} and ${String(other)}.`);
}
