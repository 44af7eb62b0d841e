import { once } from '../../../domain/once.ts';
import { sharedDepth } from '../context/context-route.ts';
import { columnFrequencies, countRows, type SparseRows } from '../dense/sparse-rows.ts';
import { candidateOf, type RetrievalQuery, type Retriever } from '../query.ts';
import { historyOfReply, type RetrievalCorpus } from '../retrieval-corpus.ts';
import { type CandidatePool, gatherPool, type PoolScope } from './candidate-pool.ts';
import {
  type CandidateRanker,
  candidateFeatures,
  type FeatureSources,
  featureNames,
  fitRanker,
  type RankerExample,
  weigh,
} from './candidate-ranker.ts';
import { topK } from './top-k.ts';

/** A query is familiar if its best BM25 score is as high as those of training turns against other dialogues. */
interface Familiarity {
  readonly strange: number;
  readonly usual: number;
}

const STRANGE = 0.05;
const USUAL = 0.2;

export function fitFamiliarity(best: readonly number[]): Familiarity {
  const sorted = Float64Array.from(best).sort();
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  return { strange: at(STRANGE), usual: at(USUAL) };
}

/** Returns 0 for a query as familiar as most training turns, up to 1. */
export function strangeness({ strange, usual }: Familiarity, best: number): number {
  if (best >= usual) return 0;
  return best <= strange ? 1 : (usual - best) / (usual - strange);
}

/**
 * Returns the weighted similarity of each answer to its pool: Σ_j w_j · similarity(i, j) / Σ_j w_j. This is the
 * expected gain of the minimum-Bayes-risk choice. Summing over j first makes it O(pool).
 * @param rows unit vectors of all answers
 * @param pool the rows of interest
 * @param weights at least 0, one per member
 * @returns one value per member, 0 … 1; 0 if all weights are
 */
export function agreements(
  rows: SparseRows,
  pool: ArrayLike<number>,
  weights: ArrayLike<number>,
): Float64Array {
  const expected = new Map<number, number>();
  let total = 0;
  for (let member = 0; member < pool.length; member++) {
    total += weights[member];
    for (let at = rows.offsets[pool[member]]; at < rows.offsets[pool[member] + 1]; at++) {
      const column = rows.columns[at];
      expected.set(column, (expected.get(column) ?? 0) + weights[member] * rows.values[at]);
    }
  }
  const result = new Float64Array(pool.length);
  if (total === 0) return result;
  for (let member = 0; member < pool.length; member++) {
    let sum = 0;
    for (let at = rows.offsets[pool[member]]; at < rows.offsets[pool[member] + 1]; at++) {
      sum += (expected.get(rows.columns[at]) ?? 0) * rows.values[at];
    }
    result[member] = sum / total;
  }
  return result;
}

function agreementsByChance(rows: SparseRows): Float64Array {
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  return agreements(rows, all, new Float64Array(rows.rowCount).fill(1));
}

/**
 * Returns answers as sparse unit vectors of tags (share `tagShare`, 0 … 1) and value-free words. Their dot products are
 * 0 … 1.
 */
export function answerVectors(corpus: RetrievalCorpus, tagShare: number): SparseRows {
  const tags = unitRows(corpus, corpus.symbolOffsets, corpus.symbolIds, corpus.symbols.length, 1, () => 1);
  // With full idf, a shared rare value would outweigh a shared act.
  const words = unitRows(
    corpus,
    corpus.shapeOffsets,
    corpus.shapeIds,
    corpus.shapes.entries.length,
    2,
    (share) => Math.sqrt(Math.log(1 + 1 / share)),
  );
  return sideBySide(tags, Math.sqrt(tagShare), words, Math.sqrt(1 - tagShare));
}

function unitRows(
  corpus: RetrievalCorpus,
  offsets: Int32Array,
  ids: Int32Array,
  columnCount: number,
  minimumFrequency: number,
  weightOf: (share: number) => number,
): SparseRows {
  const replyCount = corpus.replyTurns.length;
  const rows = countRows(replyCount, columnCount, (reply) =>
    ids.subarray(offsets[corpus.replyTurns[reply]], offsets[corpus.replyTurns[reply] + 1]),
  );
  const frequencies = columnFrequencies(rows);
  for (let reply = 0; reply < replyCount; reply++) {
    let norm = 0;
    for (let at = rows.offsets[reply]; at < rows.offsets[reply + 1]; at++) {
      const frequency = frequencies[rows.columns[at]];
      const weight = frequency < minimumFrequency ? 0 : weightOf(frequency / replyCount);
      rows.values[at] = weight;
      norm += weight * weight;
    }
    if (norm === 0) continue;
    for (let at = rows.offsets[reply]; at < rows.offsets[reply + 1]; at++) rows.values[at] /= Math.sqrt(norm);
  }
  return rows;
}

function sideBySide(left: SparseRows, leftScale: number, right: SparseRows, rightScale: number): SparseRows {
  const offsets = new Int32Array(left.rowCount + 1);
  const columns = new Int32Array(left.columns.length + right.columns.length);
  const values = new Float32Array(columns.length);
  let length = 0;
  for (let row = 0; row < left.rowCount; row++) {
    for (let at = left.offsets[row]; at < left.offsets[row + 1]; at++, length++) {
      columns[length] = left.columns[at];
      values[length] = left.values[at] * leftScale;
    }
    for (let at = right.offsets[row]; at < right.offsets[row + 1]; at++, length++) {
      columns[length] = left.columnCount + right.columns[at];
      values[length] = right.values[at] * rightScale;
    }
    offsets[row + 1] = length;
  }
  return {
    rowCount: left.rowCount,
    columnCount: left.columnCount + right.columnCount,
    offsets,
    columns,
    values,
  };
}

export function similarities(rows: SparseRows, row: number, others: ArrayLike<number>): Float32Array {
  const values = new Map<number, number>();
  for (let at = rows.offsets[row]; at < rows.offsets[row + 1]; at++)
    values.set(rows.columns[at], rows.values[at]);
  const result = new Float32Array(others.length);
  for (let member = 0; member < others.length; member++) {
    let sum = 0;
    for (let at = rows.offsets[others[member]]; at < rows.offsets[others[member] + 1]; at++) {
      sum += (values.get(rows.columns[at]) ?? 0) * rows.values[at];
    }
    result[member] = sum;
  }
  return result;
}

const POOL = 150;
const LAST_TURN = 0;
const THREE_TURNS = 1;
const SIMILAR_TURNS = 2;
/** Above 1, because the ranker is fitted on single answers and therefore too certain about many. */
const TEMPERATURE = 1.5;
/** Training turns that the ranker is fitted on, spread evenly; it has some twenty coefficients. */
const RANKER_REPLIES = 1500;
/** Weight of the tags in the similarity of answers; the rest is value-free words. */
const TAG_SHARE = 0.5;

export const CONTEXT_LIST = 'context automaton';

export interface RankingSources extends FeatureSources {
  readonly answers: SparseRows;
}

export function fusedContextRetriever(sources: RankingSources, scope: PoolScope): Retriever {
  return rankedRetriever('context-rrf', sources, scope, (_, { replies }) => ({
    weights: Float64Array.from(replies, (_reply, rank) => 1 / (5 + rank)),
  }));
}

/** Models fitted on the training dialogues: one that ranks candidates, and one for the familiarity of a query. */
export interface ContextRanker {
  readonly ranker: CandidateRanker;
  readonly familiarity: Familiarity;
}

/** In strange queries, similarity to all answers is subtracted; otherwise the most common phrases would win. */
export function learnedContextRetriever(
  sources: RankingSources,
  { ranker, familiarity }: ContextRanker,
  scope: PoolScope,
  name = 'context-ranker',
): Retriever {
  const chance = once(() => agreementsByChance(sources.answers));
  return rankedRetriever(name, sources, scope, (query, pool) => {
    const { replies } = pool;
    const weights = weigh(ranker, candidateFeatures(sources, query, pool), TEMPERATURE);
    const strange = strangeness(familiarity, pool.best[THREE_TURNS]);
    if (strange === 0) return { weights };
    if (pool.ranks[LAST_TURN].size > 0) {
      return { weights, strange, scoreOf: (agreement, at) => agreement - strange * chance()[replies[at]] };
    }
    // No word of the last turn is known: takes the turn nearest to all earlier ones, then others by agreement (≤ 1).
    const before = pool.ranks[SIMILAR_TURNS];
    const nearness = (reply: number): number => 1 / (1 + (before.get(reply) ?? Number.POSITIVE_INFINITY));
    return { weights, strange, scoreOf: (agreement, at) => nearness(replies[at]) || agreement - 1 };
  });
}

/** Fits the ranker on turns of the training dialogues. Each turn is searched in the other dialogues only. */
export function fitContextRanker(
  sources: RankingSources,
  seed: number,
  scope: PoolScope = 'route',
): ContextRanker {
  const { corpus, positions, answers } = sources;
  const replyCount = corpus.replyTurns.length;
  const size = Math.min(replyCount, RANKER_REPLIES);
  const examples: RankerExample[] = [];
  const best: number[] = [];
  for (let at = 0; at < size; at++) {
    const reply = Math.floor(((at + 0.5) * replyCount) / size);
    const query: RetrievalQuery = {
      turns: [],
      history: historyOfReply(corpus, reply),
      position: positions[reply],
      excludedDialogue: corpus.replyDialogues[reply],
    };
    const pool = gatherPool(sources, query, scope, POOL);
    best.push(pool.best[THREE_TURNS]);
    if (pool.replies.length < 2) continue;
    const features = candidateFeatures(sources, query, pool);
    examples.push({ features, similarities: similarities(answers, reply, pool.replies) });
  }
  return {
    ranker: fitRanker(examples, featureNames(sources).length, seed),
    familiarity: fitFamiliarity(best),
  };
}

interface WeightedPool {
  readonly weights: Float64Array;
  readonly scoreOf?: (agreement: number, member: number) => number;
  readonly strange?: number;
}

function rankedRetriever(
  name: string,
  sources: RankingSources,
  scope: PoolScope,
  weighed: (query: RetrievalQuery, pool: CandidatePool) => WeightedPool,
): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const pool = gatherPool(sources, query, scope, Math.max(POOL, count));
      const { replies } = pool;
      const { weights, scoreOf, strange } = weighed(query, pool);
      const agreement = agreements(sources.answers, replies, weights);
      const scores = scoreOf ? agreement.map(scoreOf) : agreement;
      const candidates = Array.from(topK(scores, count), (member) =>
        candidateOf(sources.corpus, replies[member], scores[member], {
          ...whereFrom(sources, pool, replies[member]),
          weight: weights[member],
          agreement: agreement[member],
          strangeness: strange,
        }),
      );
      return { candidates, contextRoute: pool.route };
    },
  };
}

function whereFrom(
  { automaton, naming }: RankingSources,
  { route, ranks: lists }: CandidatePool,
  reply: number,
) {
  const depth = sharedDepth(automaton, route.path, reply);
  const ranks: Record<string, number> = {};
  [...naming.map((channel) => channel.name), CONTEXT_LIST].forEach((name, list) => {
    const rank = lists[list].get(reply);
    if (rank !== undefined) ranks[name] = rank + 1;
  });
  return { ranks, state: route.path[depth], sharedDepth: depth };
}

export function rankingAnswers(sources: Pick<RankingSources, 'corpus'>): SparseRows {
  return answerVectors(sources.corpus, TAG_SHARE);
}
