import {
  type BootstrapOptions,
  bootstrap,
  DEFAULT_LEVEL,
  DEFAULT_RESAMPLES,
  difference,
  mean,
  quantile,
  type Statistic,
} from '#shared/algorithms/metrics/bootstrap.ts';
import { bleuOfStatistics } from '#shared/algorithms/metrics/text/bleu.ts';
import type { Estimate } from '#shared/domain/figures.ts';
import type { BestDifference, MethodDifference, MethodSummary } from './figures.ts';
import {
  ACT_DIALOGUE_QUERY_COLUMN,
  ACT_QUERY_COLUMN,
  METHOD_COLUMNS,
  methodColumn,
  QUERY_COLUMN,
  type RetrievalTally,
} from './retrieval-evaluation.ts';

function actF1Of(index: number): Statistic {
  return mean(methodColumn(index) + METHOD_COLUMNS.actF1, ACT_QUERY_COLUMN, 100);
}

function dialogueActF1Of(index: number): Statistic {
  return mean(methodColumn(index) + METHOD_COLUMNS.dialogueActF1, ACT_DIALOGUE_QUERY_COLUMN, 100);
}

/** Corpus BLEU of the statistics from `column` on, 0 … 100; null without reference tokens. */
function corpusBleuAt(column: number): Statistic {
  return (sums) => (sums[column + 1] > 0 ? bleuOfStatistics(sums, column, { effectiveOrder: false }) : null);
}

/** Null if one is undefined or the second is 0. */
function quotient(above: Statistic, below: Statistic): Statistic {
  return (sums) => {
    const [first, second] = [above(sums), below(sums)];
    return first === null || second === null || second === 0 ? null : first / second;
  };
}

function highest(statistics: readonly Statistic[]): Statistic {
  return (sums) => {
    let best: number | null = null;
    for (const statistic of statistics) {
      const value = statistic(sums);
      if (value !== null && (best === null || value > best)) best = value;
    }
    return best;
  };
}

export interface RetrievalSummary {
  readonly queries: number;
  /** Queries whose truth has acts. Only these count for act F1. */
  readonly queriesWithActs: number;
  readonly dialogues: number;
  readonly examples: number;
  readonly bootstrap: { readonly seed: number; readonly resamples: number; readonly level: number };
  readonly methods: readonly MethodSummary[];
  readonly differences: readonly MethodDifference[];
  /** One entry for context methods without correct labels, and one with them; empty if a side is missing. */
  readonly best: readonly BestDifference[];
}

interface SummaryOptions extends BootstrapOptions {
  /** Null for none. Throws an Error if this method was not evaluated. */
  readonly baseline: string | null;
}

export function summarizeRetrieval(tally: RetrievalTally, options: SummaryOptions): RetrievalSummary {
  const { methods, rows } = tally;
  const baseline =
    options.baseline === null ? -1 : methods.findIndex(({ name }) => name === options.baseline);
  if (options.baseline !== null && baseline < 0) {
    const known = methods.map(({ name }) => name).join(', ');
    throw new Error(`The baseline "${options.baseline}" was not evaluated; choose one of: ${known}.`);
  }

  // Statistics are registered first and read back after one pass over the resamples.
  const statistics: Statistic[] = [];
  let estimates: Estimate[] = [];
  const register = (statistic: Statistic) => {
    const index = statistics.push(statistic) - 1;
    return () => estimates[index];
  };
  const summaries = methods.map((_, index) => planMethod(tally, index, register));
  const differences =
    baseline < 0
      ? []
      : methods.flatMap((_, index) =>
          index === baseline ? [] : [planDifference(tally, index, baseline, register)],
        );
  const best = [false, true].flatMap((oracle) => planBest(tally, oracle, register));
  estimates = bootstrap(rows, statistics, options);

  return {
    queries: totalOf(rows, QUERY_COLUMN),
    queriesWithActs: totalOf(rows, ACT_QUERY_COLUMN),
    dialogues: rows.length,
    examples: tally.examples,
    bootstrap: {
      seed: options.seed,
      resamples: options.resamples ?? DEFAULT_RESAMPLES,
      level: options.level ?? DEFAULT_LEVEL,
    },
    methods: summaries.map((read) => read()),
    differences: differences.map((read) => read()),
    best: best.map((read) => read()),
  };
}

type Register = (statistic: Statistic) => () => Estimate;

function planMethod(tally: RetrievalTally, index: number, register: Register): () => MethodSummary {
  const start = methodColumn(index);
  const actF1 = register(actF1Of(index));
  const dialogueActF1 = register(dialogueActF1Of(index));
  const actF1Returned = register(
    mean(start + METHOD_COLUMNS.actF1Returned, start + METHOD_COLUMNS.actF1ReturnedQueries, 100),
  );
  const perQuery = (column: keyof typeof METHOD_COLUMNS, scale: number) =>
    register(mean(start + METHOD_COLUMNS[column], QUERY_COLUMN, scale));
  const rougeLBest = perQuery('rougeLBest', 100);
  const rougeLMean = perQuery('rougeLMean', 100);
  const bleuBest = perQuery('bleuBest', 1);
  const bleuMean = perQuery('bleuMean', 1);
  const corpusFirst = register(corpusBleuAt(start + METHOD_COLUMNS.firstStatistics));
  const corpusConsensus = register(corpusBleuAt(start + METHOD_COLUMNS.consensusStatistics));
  const corpusBest = register(corpusBleuAt(start + METHOD_COLUMNS.bestStatistics));
  const answerActF1 = register(mean(start + METHOD_COLUMNS.answerActF1, ACT_QUERY_COLUMN, 100));
  const answerRougeL = perQuery('answerRougeL', 100);
  const answerBleu = register(corpusBleuAt(start + METHOD_COLUMNS.answerStatistics));
  const returned = perQuery('returned', 1);
  const full = perQuery('full', 100);
  return () => ({
    ...tally.methods[index],
    actF1: actF1(),
    actF1Returned: actF1Returned(),
    dialogueActF1: dialogueActF1(),
    rougeL: { best: rougeLBest(), mean: rougeLMean() },
    sentenceBleu: { best: bleuBest(), mean: bleuMean() },
    corpusBleu: { first: corpusFirst(), consensus: corpusConsensus(), best: corpusBest() },
    answer: { actF1: answerActF1(), rougeL: answerRougeL(), bleu: answerBleu() },
    returned: returned(),
    full: full(),
    timeMs: timesOf(tally.milliseconds[index]),
    stops: stopsOf(tally.stops[index]),
  });
}

function planDifference(
  tally: RetrievalTally,
  index: number,
  baseline: number,
  register: Register,
): () => MethodDifference {
  const [own, other] = [methodColumn(index), methodColumn(baseline)];
  const perQuery = (column: keyof typeof METHOD_COLUMNS, scale: number) => {
    const columns = [own + METHOD_COLUMNS[column], other + METHOD_COLUMNS[column]];
    return register(difference(mean(columns[0], QUERY_COLUMN, scale), mean(columns[1], QUERY_COLUMN, scale)));
  };
  const actF1 = register(difference(actF1Of(index), actF1Of(baseline)));
  const dialogueActF1 = register(difference(dialogueActF1Of(index), dialogueActF1Of(baseline)));
  const rougeLBest = perQuery('rougeLBest', 100);
  const rougeLMean = perQuery('rougeLMean', 100);
  const answerRougeL = perQuery('answerRougeL', 100);
  const ownAnswer = corpusBleuAt(own + METHOD_COLUMNS.answerStatistics);
  const answerBleu = register(difference(ownAnswer, corpusBleuAt(other + METHOD_COLUMNS.answerStatistics)));
  const overStatistics = (column: number) => register(quotient(ownAnswer, corpusBleuAt(other + column)));
  const overFirst = overStatistics(METHOD_COLUMNS.firstStatistics);
  const overConsensus = overStatistics(METHOD_COLUMNS.consensusStatistics);
  const overBest = overStatistics(METHOD_COLUMNS.bestStatistics);
  return () => ({
    method: tally.methods[index].name,
    baseline: tally.methods[baseline].name,
    oracle: tally.methods[index].oracle,
    actF1: actF1(),
    dialogueActF1: dialogueActF1(),
    rougeLBest: rougeLBest(),
    rougeLMean: rougeLMean(),
    answerRougeL: answerRougeL(),
    answerBleu: answerBleu(),
    answerBleuOver: { first: overFirst(), consensus: overConsensus(), best: overBest() },
  });
}

function planBest(tally: RetrievalTally, oracle: boolean, register: Register): (() => BestDifference)[] {
  const { methods, rows } = tally;
  const indices = methods.map((_, index) => index);
  const contexts = indices.filter(
    (index) => methods[index].kind === 'context' && methods[index].oracle === oracle,
  );
  const baselines = indices.filter((index) => methods[index].kind === 'baseline');
  if (contexts.length === 0 || baselines.length === 0) return [];
  const context = bestOf(contexts, rows);
  const baseline = bestOf(baselines, rows);
  const actF1 = register(difference(actF1Of(context), actF1Of(baseline)));
  const actF1Reselected = register(
    difference(highest(contexts.map(actF1Of)), highest(baselines.map(actF1Of))),
  );
  return [
    () => ({
      context: methods[context].name,
      baseline: methods[baseline].name,
      oracle,
      actF1: actF1(),
      actF1Reselected: actF1Reselected(),
    }),
  ];
}

function bestOf(indices: readonly number[], rows: readonly Float64Array[]): number {
  const scoreOf = (index: number) => totalOf(rows, methodColumn(index) + METHOD_COLUMNS.actF1);
  return indices.reduce((best, index) => (scoreOf(index) > scoreOf(best) ? index : best));
}

function totalOf(rows: readonly Float64Array[], column: number): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

function timesOf(milliseconds: readonly number[]): MethodSummary['timeMs'] {
  const sorted = Float64Array.from(milliseconds).sort();
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}

function stopsOf(stops: ReadonlyMap<string, number>): MethodSummary['stops'] {
  return [...stops]
    .map(([reason, queries]) => ({ reason, queries }))
    .sort((left, right) => right.queries - left.queries || (left.reason < right.reason ? -1 : 1));
}
