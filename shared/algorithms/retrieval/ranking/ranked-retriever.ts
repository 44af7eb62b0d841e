import { sharedDepth } from '../context/context-route.ts';
import type { SparseRows } from '../dense/sparse-rows.ts';
import { candidateOf, type RetrievalQuery, type Retriever } from '../query.ts';
import { historyOfTurn } from '../retrieval-corpus.ts';
import { once } from '../words/text-sources.ts';
import { agreements, agreementsByChance } from './agreement.ts';
import { answerVectors, similarities } from './answer-vectors.ts';
import { candidateFeatures, type FeatureSources, featureNames } from './candidate-features.ts';
import { type CandidatePool, gatherPool, type PoolScope } from './candidate-pool.ts';
import { type CandidateRanker, fitRanker, type RankerExample, weigh } from './candidate-ranker.ts';
import { type Familiarity, fitFamiliarity, strangeness } from './familiarity.ts';
import { topK } from './top-k.ts';

/** Candidates that are looked at closely. */
const POOL = 150;
/** Indexes of a pool's lists: BM25 on the last user turn and on the last three, and dense search among those three. */
const LAST_ROUND = 0;
const THREE_ROUNDS = 1;
const SIMILAR_ROUNDS = 2;
/** Above 1, because the ranker, fitted on single answers, is too certain when it judges many. */
const TEMPERATURE = 1.5;
/** Training turns that the ranker is fitted on, spread evenly; it has some twenty coefficients. */
const RANKER_TURNS = 1500;
/** Share of the tags in the similarity of two answers; the rest is their value-free words. */
const TAG_SHARE = 0.5;

/** The name of the ranks of the context automaton's own list. */
export const CONTEXT_LIST = 'context automaton';

/** The input for ranking in and around a state. */
export interface RankingSources extends FeatureSources {
  readonly answers: SparseRows;
}

/** `context-rrf`: fuses BM25, dense search, tags and automaton, then picks the answers that agree best with the pool. */
export function fusedContextRetriever(sources: RankingSources, scope: PoolScope): Retriever {
  return rankedRetriever('context-rrf', sources, scope, (_, { turns }) => ({
    weights: Float64Array.from(turns, (_turn, rank) => 1 / (5 + rank)),
  }));
}

/** Models fitted on the training dialogues: one that ranks candidates, and one for the familiarity of a query. */
export interface ContextRanker {
  readonly ranker: CandidateRanker;
  readonly familiarity: Familiarity;
}

/**
 * `context-ranker`: the same, weighted by a ranker fitted on the training dialogues. The stranger the query, the more
 * an answer's agreement is reduced by its similarity to all answers; otherwise, if nothing matches well, the most
 * common phrases would win.
 */
export function learnedContextRetriever(
  sources: RankingSources,
  { ranker, familiarity }: ContextRanker,
  scope: PoolScope,
  name = 'context-ranker',
): Retriever {
  const chance = once(() => agreementsByChance(sources.answers));
  return rankedRetriever(name, sources, scope, (query, pool) => {
    const { turns } = pool;
    const weights = weigh(ranker, candidateFeatures(sources, query, pool), TEMPERATURE);
    const strange = strangeness(familiarity, pool.best[THREE_ROUNDS]);
    if (strange === 0) return { weights };
    if (pool.ranks[LAST_ROUND].size > 0) {
      return { weights, strange, scoreOf: (agreement, at) => agreement - strange * chance()[turns[at]] };
    }
    // No word of the last turn is known, so nothing favors an answer. The best guess is the one nearest to all before,
    // then the others by agreement, which is at most 1.
    const before = pool.ranks[SIMILAR_ROUNDS];
    const nearness = (turn: number): number => 1 / (1 + (before.get(turn) ?? Number.POSITIVE_INFINITY));
    return { weights, strange, scoreOf: (agreement, at) => nearness(turns[at]) || agreement - 1 };
  });
}

/** Fits the ranker on turns of the training dialogues, each asking without its own dialogue. */
export function fitContextRanker(
  sources: RankingSources,
  seed: number,
  scope: PoolScope = 'route',
): ContextRanker {
  const { corpus, positions, answers } = sources;
  const turnCount = corpus.turnRounds.length;
  const size = Math.min(turnCount, RANKER_TURNS);
  const examples: RankerExample[] = [];
  const best: number[] = [];
  for (let at = 0; at < size; at++) {
    const turn = Math.floor(((at + 0.5) * turnCount) / size);
    const query: RetrievalQuery = {
      rounds: [],
      history: historyOfTurn(corpus, turn),
      position: positions[turn],
      excludedDialogue: corpus.turnDialogues[turn],
    };
    const pool = gatherPool(sources, query, scope, POOL);
    best.push(pool.best[THREE_ROUNDS]);
    if (pool.turns.length < 2) continue;
    const features = candidateFeatures(sources, query, pool);
    examples.push({ features, similarities: similarities(answers, turn, pool.turns) });
  }
  return {
    ranker: fitRanker(examples, featureNames(sources).length, seed),
    familiarity: fitFamiliarity(best),
  };
}

/** The weights of a pool's members. */
interface Weighed {
  /** One a member, at least 0. */
  readonly weights: Float64Array;
  /** Returns a candidate's score, highest first; defaults to its agreement. */
  readonly scoreOf?: (agreement: number, member: number) => number;
  /** Distance of the query from the training turns, if it was requested. */
  readonly strange?: number;
}

function rankedRetriever(
  name: string,
  sources: RankingSources,
  scope: PoolScope,
  weighed: (query: RetrievalQuery, pool: CandidatePool) => Weighed,
): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const pool = gatherPool(sources, query, scope, Math.max(POOL, count));
      const { turns } = pool;
      const { weights, scoreOf, strange } = weighed(query, pool);
      const agreement = agreements(sources.answers, turns, weights);
      const scores = scoreOf ? agreement.map(scoreOf) : agreement;
      const candidates = Array.from(topK(scores, count), (member) =>
        candidateOf(sources.corpus, turns[member], scores[member], {
          ...whereFrom(sources, pool, turns[member]),
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
  turn: number,
) {
  const depth = sharedDepth(automaton, route.path, turn);
  const ranks: Record<string, number> = {};
  [...naming.map((channel) => channel.name), CONTEXT_LIST].forEach((name, list) => {
    const rank = lists[list].get(turn);
    if (rank !== undefined) ranks[name] = rank + 1;
  });
  return { ranks, state: route.path[depth], sharedDepth: depth };
}

/** The vectors of all answers, as ranking compares them. */
export function rankingAnswers(sources: Pick<RankingSources, 'corpus'>): SparseRows {
  return answerVectors(sources.corpus, TAG_SHARE);
}
