import { sharedDepth } from '../context/context-route.ts';
import type { SparseRows } from '../dense/sparse-rows.ts';
import { type Candidate, candidateOf, type RetrievalQuery, type Retriever } from '../query.ts';
import { historyOfTurn } from '../retrieval-corpus.ts';
import { agreements } from './agreement.ts';
import { answerVectors, similarities } from './answer-vectors.ts';
import { candidateFeatures, type FeatureSources, featureNames } from './candidate-features.ts';
import { type CandidatePool, gatherPool, type PoolScope } from './candidate-pool.ts';
import { type CandidateRanker, fitRanker, type RankerExample, weigh } from './candidate-ranker.ts';
import { topK } from './top-k.ts';

/** Candidates that are looked at closely. */
const POOL = 150;
/** Above 1: the ranker, fitted on single answers, is too sure of itself as a judge of many. */
const TEMPERATURE = 1.5;
/** Training turns that the ranker is fitted on, spread evenly; it has some twenty coefficients. */
const RANKER_TURNS = 1500;

/** Share of the tags in the likeness of two answers; the rest is their value-free words. */
const TAG_SHARE = 0.5;

/** What ranking in and around a state needs. */
export interface RankingSources extends FeatureSources {
  readonly answers: SparseRows;
}

/**
 * `context-rrf`: the lists of BM25, dense search, tags and the automaton are fused, then the candidates are taken
 * whose answers agree best with those of the whole pool, each counted by 1 / (5 + rank).
 */
export function fusedContextRetriever(sources: RankingSources, scope: PoolScope): Retriever {
  return rankedRetriever('context-rrf', sources, scope, (_, pool) =>
    Float64Array.from(pool.turns, (_turn, rank) => 1 / (5 + rank)),
  );
}

/** `context-ranker`: the same, each counted by what a ranker fitted on the training dialogues gives it. */
export function learnedContextRetriever(
  sources: RankingSources,
  ranker: CandidateRanker,
  scope: PoolScope,
  name = 'context-ranker',
): Retriever {
  return rankedRetriever(name, sources, scope, (query, pool) =>
    weigh(ranker, candidateFeatures(sources, query, pool), TEMPERATURE),
  );
}

/** Fits the ranker on turns of the training dialogues, each asking without its own dialogue. */
export function fitContextRanker(
  sources: RankingSources,
  seed: number,
  scope: PoolScope = 'route',
): CandidateRanker {
  const { corpus, positions, answers } = sources;
  const turnCount = corpus.turnRounds.length;
  const size = Math.min(turnCount, RANKER_TURNS);
  const examples: RankerExample[] = [];
  for (let at = 0; at < size; at++) {
    const turn = Math.floor(((at + 0.5) * turnCount) / size);
    const query: RetrievalQuery = {
      rounds: [],
      history: historyOfTurn(corpus, turn),
      position: positions[turn],
      excludedDialogue: corpus.turnDialogues[turn],
    };
    const pool = gatherPool(sources, query, scope, POOL);
    if (pool.turns.length < 2) continue;
    const features = candidateFeatures(sources, query, pool);
    examples.push({ features, similarities: similarities(answers, turn, pool.turns) });
  }
  return fitRanker(examples, featureNames(sources).length, seed);
}

function rankedRetriever(
  name: string,
  sources: RankingSources,
  scope: PoolScope,
  weightsOf: (query: RetrievalQuery, pool: CandidatePool) => Float64Array,
): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const pool = gatherPool(sources, query, scope, Math.max(POOL, count));
      const weights = weightsOf(query, pool);
      const agreement = agreements(sources.answers, pool.turns, weights);
      const candidates = Array.from(topK(agreement, count), (member) =>
        explained(sources, pool, weights, agreement, member),
      );
      return { candidates, contextRoute: pool.route };
    },
  };
}

function explained(
  sources: RankingSources,
  pool: CandidatePool,
  weights: Float64Array,
  agreement: Float64Array,
  member: number,
): Candidate {
  const turn = pool.turns[member];
  const depth = sharedDepth(sources.automaton, pool.route.path, turn);
  const names = [...sources.naming.map((channel) => channel.name), 'context automaton'];
  const ranks: Record<string, number> = {};
  names.forEach((name, list) => {
    const rank = pool.ranks[list].get(turn);
    if (rank !== undefined) ranks[name] = rank + 1;
  });
  return candidateOf(sources.corpus, turn, agreement[member], {
    ranks,
    state: pool.route.path[depth],
    sharedDepth: depth,
    weight: weights[member],
    agreement: agreement[member],
  });
}

/** The vectors of all answers, as ranking compares them. */
export function rankingAnswers(sources: Pick<RankingSources, 'corpus'>): SparseRows {
  return answerVectors(sources.corpus, TAG_SHARE);
}
