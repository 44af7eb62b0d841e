import { DEFAULT_PAPER_OPTIONS } from '../automaton/presets.ts';
import type { RoutePolicy } from '../automaton/route.ts';
import type { PoolScope } from './candidate-pool.ts';
import { answerSpace, bm25Channel, contextSpace, denseChannel } from './channel.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import { contextRetriever } from './context-retriever.ts';
import {
  distanceMarkedShapes,
  distanceMarkedTags,
  distanceMarkedWords,
  plainWords,
  roleMarkedWords,
  roundWords,
} from './context-words.ts';
import { paperRetriever } from './paper-retriever.ts';
import type { Retriever } from './query.ts';
import {
  fitContextRanker,
  fusedContextRetriever,
  learnedContextRetriever,
  type RankingSources,
  rankingAnswers,
} from './ranked-retriever.ts';
import type { RetrievalCorpus } from './retrieval-corpus.ts';
import { channelRetriever, fusedRetriever, randomRetriever } from './simple-retrievers.ts';
import { PROJECTION_DEFAULTS, trainProjection } from './trained-projection.ts';
import { turnPositions } from './turn-corpus.ts';

/** Every way of finding examples, by name. */
export const RETRIEVAL_METHODS = [
  'random',
  'bm25-last',
  'bm25-3',
  'dense',
  'dense-answer',
  'dense-trained',
  'rrf',
  'dfa-paper',
  'dfa-tree',
  'dfa-tree-greedy',
  'dfa-tree-resume',
  'context',
  'context-rrf',
  'context-ranker',
] as const;

export type RetrievalMethod = (typeof RETRIEVAL_METHODS)[number];

export interface RetrieverOptions {
  readonly seed: number;
  /** Where the `context-*` methods look for candidates; default `all`. */
  readonly scope?: PoolScope;
  /** Batches that `dense-trained` is trained on; default 600. */
  readonly projectionSteps?: number;
}

/** Makes retrievers over one training corpus; what several of them need is built once, when first asked for. */
export interface RetrieverFactory {
  create(method: RetrievalMethod): Retriever;
}

export function createRetrievers(corpus: RetrievalCorpus, options: RetrieverOptions): RetrieverFactory {
  const { seed, scope = 'all', projectionSteps = PROJECTION_DEFAULTS.steps } = options;
  const dense = { dimensions: 128, seed };
  const last = once(() => bm25Channel(corpus, roundWords('BM25, last user round', 1)));
  const three = once(() => bm25Channel(corpus, roleMarkedWords('BM25, three rounds', 3)));
  const tags = once(() => bm25Channel(corpus, distanceMarkedTags('BM25, tags', 6)));
  const contexts = once(() => contextSpace(corpus, distanceMarkedWords('three rounds', 3), dense));
  const similar = once(() => denseChannel('dense, three rounds', contexts()));
  const automaton = once(() => learnContextAutomaton(corpus));

  const ranking = once((): RankingSources => {
    const whole = contextSpace(corpus, roleMarkedWords('whole history', 12), { dimensions: 64, seed });
    return {
      corpus,
      automaton: automaton(),
      naming: [last(), three(), similar(), tags()],
      judging: [
        bm25Channel(corpus, roundWords('BM25, last system round', 2)),
        bm25Channel(corpus, roundWords('BM25, user round before', 3)),
        bm25Channel(corpus, distanceMarkedShapes('BM25 without values, last user round', 1)),
        bm25Channel(corpus, distanceMarkedShapes('BM25 without values, three rounds', 3)),
        denseChannel('dense, whole history', whole),
      ],
      positions: turnPositions(corpus),
      answers: rankingAnswers({ corpus }),
    };
  });
  const tree = (name: string, policy: RoutePolicy) =>
    paperRetriever(corpus, name, { ...DEFAULT_PAPER_OPTIONS, lambda: null }, policy, seed);

  const makers: Readonly<Record<RetrievalMethod, () => Retriever>> = {
    random: () => randomRetriever(corpus, seed),
    'bm25-last': () => channelRetriever(corpus, 'bm25-last', last()),
    'bm25-3': () => channelRetriever(corpus, 'bm25-3', three()),
    dense: () => channelRetriever(corpus, 'dense', similar()),
    'dense-answer': () => {
      const space = answerSpace(corpus, plainWords('three rounds', 3), dense);
      return channelRetriever(corpus, 'dense-answer', denseChannel('dense, answers', space));
    },
    'dense-trained': () => {
      const space = trainProjection(corpus, contexts(), {
        ...PROJECTION_DEFAULTS,
        steps: projectionSteps,
        seed,
      });
      return channelRetriever(corpus, 'dense-trained', denseChannel('dense, trained', space));
    },
    rrf: () => fusedRetriever(corpus, 'rrf', [last(), three(), similar()]),
    'dfa-paper': () => paperRetriever(corpus, 'dfa-paper', DEFAULT_PAPER_OPTIONS, 'literal', seed),
    'dfa-tree': () => tree('dfa-tree', 'literal'),
    'dfa-tree-greedy': () => tree('dfa-tree-greedy', 'greedy'),
    'dfa-tree-resume': () => tree('dfa-tree-resume', 'resume'),
    context: () => contextRetriever(corpus, automaton(), seed),
    'context-rrf': () => fusedContextRetriever(ranking(), scope),
    'context-ranker': () => learnedContextRetriever(ranking(), fitContextRanker(ranking(), seed), scope),
  };
  return { create: (method) => makers[method]() };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
