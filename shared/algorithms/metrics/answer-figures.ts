import { type AnswerMeasures, type Estimate, FIGURES, type Figure } from '../../domain/figures.ts';

import { actF1, scoreActs } from './act-f1.ts';
import { bootstrap, difference, mean, quantile, type Statistic } from './bootstrap.ts';
import { addBleuStatistics, BLEU_STATISTICS, bleuOfStatistics, bleuTokens } from './text/bleu.ts';
import { rougeL, rougeN, rougeTokens } from './text/rouge.ts';
import { createTokenVocabulary } from './text/text-scorer.ts';

export interface AnsweredTurn {
  readonly truth: string;
  /** Null if the file does not annotate the true turn. */
  readonly truthActs: readonly string[] | null;
  readonly answer: string | null;
  /** Null if the answer's acts are unknown, as for a model's text. */
  readonly answerActs: readonly string[] | null;
  /** The acts of each example, and how many examples were requested; null if a model answered. */
  readonly examples: { readonly acts: readonly (readonly string[] | null)[]; readonly wanted: number } | null;
}

/** Measured by an encoder; null if one of the texts has no word that the encoder knows. */
export type Similarity = (answer: string, truth: string) => number | null;

/** `bertScore` is null without an encoder that has a vector per token. */
export interface Similarities {
  readonly embedding: Similarity;
  readonly bertScore: Similarity | null;
}

/** Scores answers; every text is tokenized once. O(tokens) a turn, and ROUGE-L's table. */
export function createAnswerScorer(): (
  turns: readonly AnsweredTurn[],
  similarities: Similarities,
) => AnswerMeasures {
  const bleuIds = createTokenVocabulary();
  const rougeIds = createTokenVocabulary();
  const statistics = new Float64Array(BLEU_STATISTICS);
  return (turns, similarities) => {
    const sums = {
      ...{ bleu: 0, rouge1: 0, rouge2: 0, rougeL: 0, acts: 0 },
      ...{ examples: 0, embedding: 0, bertScore: 0, words: 0, characters: 0 },
    };
    let actTurns = 0;
    let exampleTurns = 0;
    const counted = { embedding: 0, bertScore: 0 };
    for (const { truth, truthActs, answer, answerActs, examples } of turns) {
      const actsKnown = truthActs !== null && truthActs.length > 0;
      const found = examples && scoreActs(examples.acts, truthActs, examples.wanted);
      if (found) {
        sums.examples += 100 * found.overWanted;
        exampleTurns++;
      }
      if (answer === null) {
        if (actsKnown) actTurns++;
        counted.embedding++;
        if (similarities.bertScore) counted.bertScore++;
        continue;
      }
      const tokens = bleuTokens(answer);
      statistics.fill(0);
      addBleuStatistics(statistics, 0, bleuIds.idsOf(tokens), [bleuIds.idsOf(bleuTokens(truth))]);
      sums.bleu += bleuOfStatistics(statistics, 0, { effectiveOrder: true });
      const own = rougeIds.idsOf(rougeTokens(answer));
      const reference = rougeIds.idsOf(rougeTokens(truth));
      sums.rouge1 += 100 * rougeN(own, reference, 1).f1;
      sums.rouge2 += 100 * rougeN(own, reference, 2).f1;
      sums.rougeL += 100 * rougeL(own, reference).f1;
      if (actsKnown && answerActs !== null) {
        sums.acts += 100 * actF1(answerActs, truthActs);
        actTurns++;
      }
      for (const name of ['embedding', 'bertScore'] as const) {
        const alike = similarities[name]?.(answer, truth) ?? null;
        if (alike === null) continue;
        sums[name] += alike;
        counted[name]++;
      }
      sums.words += tokens.length;
      sums.characters += [...answer].length;
    }
    const count = Math.max(1, turns.length);
    return {
      turns: turns.length,
      bleu: sums.bleu / count,
      rouge1: sums.rouge1 / count,
      rouge2: sums.rouge2 / count,
      rougeL: sums.rougeL / count,
      actF1: actTurns === 0 ? null : sums.acts / actTurns,
      actTurns,
      examplesF1: exampleTurns === 0 ? null : sums.examples / exampleTurns,
      exampleTurns,
      embedding: counted.embedding === 0 ? null : sums.embedding / counted.embedding,
      embeddingTurns: counted.embedding,
      bertScore: counted.bertScore === 0 ? null : sums.bertScore / counted.bertScore,
      bertScoreTurns: counted.bertScore,
      words: sums.words / count,
      characters: sums.characters / count,
    };
  };
}

interface Diversity {
  /** Share of distinct tokens among all, 0 … 1; null without tokens. */
  readonly distinct1: number | null;
  readonly distinct2: number | null;
}

/**
 * Returns distinct n-grams / all n-grams (Li and others 2016) of BLEU's tokens (13a) in lower case. O(tokens)
 * The share falls with the number of texts, so compare sets of equal size.
 */
export function diversityOf(texts: readonly string[]): Diversity {
  const tokens = texts.map((text) => bleuTokens(text.toLowerCase()));
  return {
    distinct1: distinctShare(tokens, 1),
    distinct2: distinctShare(tokens, 2),
  };
}

/** Distinct n-grams / all n-grams; null if there are none. Throws a RangeError if n < 1. */
export function distinctShare(texts: readonly (readonly string[])[], n: number): number | null {
  if (!Number.isInteger(n) || n < 1)
    throw new RangeError(`The length of n-grams must be a whole number of at least 1, not ${n}.`);
  const distinct = new Set<string>();
  let all = 0;
  for (const tokens of texts) {
    for (let from = 0; from + n <= tokens.length; from++) {
      all++;
      // A space is safe, because no token contains one.
      distinct.add(tokens.slice(from, from + n).join(' '));
    }
  }
  return all === 0 ? null : distinct.size / all;
}

export interface AnsweredCell {
  readonly answers: readonly (string | null)[];
  readonly measures: AnswerMeasures;
  readonly tokens: { readonly input: number; readonly output: number } | null;
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly failed: boolean;
}

export interface AnsweredItem {
  readonly dialogue: string;
  readonly truths: readonly string[];
  readonly cells: readonly (AnsweredCell | null)[];
}

/** The totals of a column. Shares of failures are 0 … 100; the cost is a mean over rows with a known cost. */
interface ColumnFigures {
  readonly rows: number;
  readonly turns: number;
  readonly figures: Readonly<Record<Figure, Estimate>>;
  /** Over the whole set of answers. They do not add up over dialogues, so there is no interval. */
  readonly distinct1: number | null;
  readonly distinct2: number | null;
  readonly latencyMedianMs: number | null;
  readonly latencyP95Ms: number | null;
  readonly tokens: { readonly input: number; readonly output: number; readonly unknown: number };
  readonly cost: { readonly usd: number; readonly unknown: number };
  readonly failures: number;
}

export type FigureDifferences = Readonly<Record<Figure, Estimate>>;

const COLUMN = {
  rows: 0,
  turns: 1,
  bleu: 2,
  rouge1: 3,
  rouge2: 4,
  rougeL: 5,
  actF1: 6,
  actTurns: 7,
  embedding: 8,
  embeddingTurns: 9,
  words: 10,
  characters: 11,
  latency: 12,
  cost: 13,
  costRows: 14,
  failures: 15,
  examplesF1: 16,
  exampleTurns: 17,
  bertScore: 18,
  bertScoreTurns: 19,
  statistics: 20,
} as const;
const WIDTH = COLUMN.statistics + BLEU_STATISTICS;

/**
 * Returns bootstrap intervals over dialogues, and paired differences (left minus right) from the same draws.
 * O(rows · tokens + resamples · dialogues · columns). Sort `items` by a stable key, because their order shapes the
 * draws.
 */
export function summariseAnswers(
  items: readonly AnsweredItem[],
  columns: number,
  options: {
    readonly seed: number;
    readonly resamples?: number;
    readonly pairs?: readonly (readonly [left: number, right: number])[];
  },
): {
  readonly columns: ColumnFigures[];
  readonly differences: FigureDifferences[];
  readonly dialogues: number;
} {
  const clusters = sumsByDialogue(items, columns);
  const pairs = options.pairs ?? [];
  const plans = [
    ...Array.from({ length: columns }, (_, column) => statisticsOf(column)),
    ...pairs.map(([left, right]) => {
      const [own, other] = [statisticsOf(left), statisticsOf(right)];
      return own.map((statistic, at) => difference(statistic, other[at]));
    }),
  ];
  const estimates = bootstrap(clusters, plans.flat(), options);
  const named = (plan: number): Readonly<Record<Figure, Estimate>> =>
    Object.fromEntries(
      FIGURES.map((figure, at) => [figure, estimates[plan * FIGURES.length + at]]),
    ) as Record<Figure, Estimate>;
  return {
    columns: Array.from({ length: columns }, (_, column) => ({
      ...totalsOf(items.flatMap(({ cells }) => cells[column] ?? [])),
      figures: named(column),
    })),
    differences: pairs.map((_, at) => named(columns + at)),
    dialogues: clusters.length,
  };
}

function sumsByDialogue(items: readonly AnsweredItem[], columns: number): Float64Array[] {
  const vocabulary = createTokenVocabulary();
  const clusters = new Map<string, Float64Array>();
  for (const { dialogue, truths, cells } of items) {
    let sums = clusters.get(dialogue);
    if (!sums) {
      sums = new Float64Array(columns * WIDTH);
      clusters.set(dialogue, sums);
    }
    const references = truths.map((truth) => [vocabulary.idsOf(bleuTokens(truth))]);
    // A cell may be in several columns, for example in those of pairs; its text is counted once.
    const parts = new Map<AnsweredCell, Float64Array>();
    for (let column = 0; column < columns; column++) {
      const cell = cells[column];
      if (!cell) continue;
      let part = parts.get(cell);
      if (!part) {
        part = measuresOf(cell);
        for (const [turn, answer] of cell.answers.entries()) {
          const own = answer === null ? new Int32Array(0) : vocabulary.idsOf(bleuTokens(answer));
          addBleuStatistics(part, COLUMN.statistics, own, references[turn]);
        }
        parts.set(cell, part);
      }
      const start = column * WIDTH;
      for (let at = 0; at < WIDTH; at++) sums[start + at] += part[at];
    }
  }
  return [...clusters.values()];
}

function measuresOf({ measures, ...cell }: AnsweredCell): Float64Array {
  const { turns, actTurns, exampleTurns, embeddingTurns, bertScoreTurns } = measures;
  const part = new Float64Array(WIDTH);
  part[COLUMN.rows] = 1;
  part[COLUMN.turns] = turns;
  for (const name of ['bleu', 'rouge1', 'rouge2', 'rougeL', 'words', 'characters'] as const)
    part[COLUMN[name]] = measures[name] * turns;
  part[COLUMN.actF1] = (measures.actF1 ?? 0) * actTurns;
  part[COLUMN.actTurns] = actTurns;
  part[COLUMN.examplesF1] = (measures.examplesF1 ?? 0) * exampleTurns;
  part[COLUMN.exampleTurns] = exampleTurns;
  part[COLUMN.embedding] = (measures.embedding ?? 0) * embeddingTurns;
  part[COLUMN.embeddingTurns] = embeddingTurns;
  part[COLUMN.bertScore] = (measures.bertScore ?? 0) * bertScoreTurns;
  part[COLUMN.bertScoreTurns] = bertScoreTurns;
  part[COLUMN.latency] = cell.latencyMs;
  part[COLUMN.cost] = cell.costUsd ?? 0;
  part[COLUMN.costRows] = cell.costUsd === null ? 0 : 1;
  part[COLUMN.failures] = cell.failed ? 1 : 0;
  return part;
}

function statisticsOf(column: number): Statistic[] {
  const start = column * WIDTH;
  const over = (name: keyof typeof COLUMN, count: keyof typeof COLUMN, scale = 1): Statistic =>
    mean(start + COLUMN[name], start + COLUMN[count], scale);
  const corpusBleu: Statistic = (sums) =>
    sums[start + COLUMN.turns] > 0
      ? bleuOfStatistics(sums, start + COLUMN.statistics, { effectiveOrder: false })
      : null;
  return [
    corpusBleu,
    over('bleu', 'turns'),
    over('rouge1', 'turns'),
    over('rouge2', 'turns'),
    over('rougeL', 'turns'),
    over('actF1', 'actTurns'),
    over('examplesF1', 'exampleTurns'),
    over('embedding', 'embeddingTurns'),
    over('bertScore', 'bertScoreTurns'),
    over('words', 'turns'),
    over('characters', 'turns'),
    over('latency', 'rows'),
    over('cost', 'costRows'),
    over('failures', 'rows', 100),
  ];
}

function totalsOf(cells: readonly AnsweredCell[]): Omit<ColumnFigures, 'figures'> {
  const diversity = diversityOf(cells.flatMap(({ answers }) => answers.filter((answer) => answer !== null)));
  const latencies = Float64Array.from(cells, ({ latencyMs }) => latencyMs).sort();
  const total = (of: (cell: AnsweredCell) => number | null | undefined): number =>
    cells.reduce((sum, cell) => sum + (of(cell) ?? 0), 0);
  return {
    rows: cells.length,
    turns: total(({ measures }) => measures.turns),
    distinct1: diversity.distinct1,
    distinct2: diversity.distinct2,
    latencyMedianMs: quantile(latencies, 0.5),
    latencyP95Ms: quantile(latencies, 0.95),
    tokens: {
      input: total(({ tokens }) => tokens?.input),
      output: total(({ tokens }) => tokens?.output),
      unknown: total(({ tokens }) => (tokens === null ? 1 : 0)),
    },
    cost: {
      usd: total(({ costUsd }) => costUsd),
      unknown: total(({ costUsd }) => (costUsd === null ? 1 : 0)),
    },
    failures: total(({ failed }) => (failed ? 1 : 0)),
  };
}
