import { type LearnedPaper, learnPaperAutomaton } from '../automaton/learn.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/presets.ts';
import type { RoutePolicy } from '../automaton/routing/route.ts';
import { contextRetriever } from './context/context-retriever.ts';
import { type LearnedContext, learnContext } from './context/learn-context.ts';
import {
  channelDialogueRetriever,
  randomDialogueRetriever,
  routedDialogueRetriever,
} from './dialogue-retrievers.ts';
import { paperRetriever } from './paper-retriever.ts';
import type { Retriever } from './query.ts';
import type { PoolScope } from './ranking/candidate-pool.ts';
import {
  fitContextRanker,
  fusedContextRetriever,
  learnedContextRetriever,
  type RankingSources,
  rankingAnswers,
} from './ranking/ranked-retriever.ts';
import type { RetrievalCorpus } from './retrieval-corpus.ts';
import { channelRetriever, fusedRetriever, randomRetriever } from './simple-retrievers.ts';
import { turnPositions } from './turn-corpus.ts';
import { bm25Channel, denseChannel, type VectorSpace } from './words/channel.ts';
import { distanceMarkedTags } from './words/context-words.ts';
import { createTextSources, once, type TextSourceOptions, type TextSources } from './words/text-sources.ts';

/** Every way of finding examples, by name. */
export const RETRIEVAL_METHODS = [
  'random',
  'random-dialogue',
  'bm25-last',
  'bm25-3',
  'bm25-dialogue',
  'dense',
  'dense-answer',
  'dense-trained',
  'dense-answer-trained',
  'rrf',
  'dfa-rag',
  'dfa-paper',
  'dfa-tree',
  'dfa-tree-greedy',
  'dfa-tree-resume',
  'context',
  'context-rrf',
  'context-ranker',
] as const;

export type RetrievalMethod = (typeof RETRIEVAL_METHODS)[number];

interface RetrieverOptions extends TextSourceOptions {
  /** The candidates of the `context-*` methods; default `all`. */
  readonly scope?: PoolScope;
}

/** The use of a sentence encoder's vectors: nearest neighbors, a trained map, or a feature of the ranker. */
export type SentenceUse = 'nearest' | 'trained' | 'ranker';

/** Creates retrievers over one training corpus. Shared parts are built once, on first use. */
interface RetrieverFactory {
  create(method: RetrievalMethod): Retriever;
  /** @param space the vectors of a sentence encoder, see `sentenceSpace` */
  createOver(space: VectorSpace, use: SentenceUse, name: string): Retriever;
}

/** The automata that methods route through, each learned on first use. */
export interface RoutedAutomata {
  readonly paper: () => LearnedPaper;
  /** The paper's before merging. */
  readonly tree: () => LearnedPaper;
  readonly context: () => LearnedContext;
}

export function routedAutomata(corpus: RetrievalCorpus): RoutedAutomata {
  return {
    paper: once(() => learnPaperAutomaton(corpus, DEFAULT_PAPER_OPTIONS)),
    tree: once(() => learnPaperAutomaton(corpus, { ...DEFAULT_PAPER_OPTIONS, lambda: null })),
    context: once(() => learnContext(corpus, DEFAULT_PAPER_OPTIONS)),
  };
}

/**
 * @param texts of a corpus with the same words and options, to reuse
 * @param automata of the same corpus, to reuse
 */
export function createRetrievers(
  corpus: RetrievalCorpus,
  options: RetrieverOptions,
  texts: TextSources = createTextSources(corpus, options),
  automata: RoutedAutomata = routedAutomata(corpus),
): RetrieverFactory {
  const { seed, scope = 'all' } = options;
  const ranking = once(
    (): RankingSources => ({
      corpus,
      automaton: automata.context().automaton,
      naming: [
        texts.last(),
        texts.three(),
        texts.similar(),
        bm25Channel(corpus, distanceMarkedTags('BM25, tags', 6)),
      ],
      judging: texts.judging(),
      positions: turnPositions(corpus),
      answers: rankingAnswers({ corpus }),
    }),
  );
  const routed = (name: string, { automaton }: LearnedPaper, policy: RoutePolicy) =>
    paperRetriever(corpus, name, automaton, policy, seed);

  const makers: Readonly<Record<RetrievalMethod, () => Retriever>> = {
    random: () => randomRetriever(corpus, seed),
    'random-dialogue': () => randomDialogueRetriever(corpus, seed),
    'bm25-last': () => channelRetriever(corpus, 'bm25-last', texts.last()),
    'bm25-3': () => channelRetriever(corpus, 'bm25-3', texts.three()),
    'bm25-dialogue': () => channelDialogueRetriever(corpus, 'bm25-dialogue', texts.last()),
    dense: () => channelRetriever(corpus, 'dense', texts.similar()),
    'dense-answer': () => channelRetriever(corpus, 'dense-answer', texts.denseAnswers()),
    'dense-trained': () => channelRetriever(corpus, 'dense-trained', texts.denseTrained()),
    'dense-answer-trained': () => channelRetriever(corpus, 'dense-answer-trained', texts.answersTrained()),
    rrf: () => fusedRetriever(corpus, 'rrf', [texts.last(), texts.three(), texts.similar()]),
    'dfa-rag': () => routedDialogueRetriever(corpus, 'dfa-rag', automata.tree().automaton, seed),
    'dfa-paper': () => routed('dfa-paper', automata.paper(), 'literal'),
    'dfa-tree': () => routed('dfa-tree', automata.tree(), 'literal'),
    'dfa-tree-greedy': () => routed('dfa-tree-greedy', automata.tree(), 'greedy'),
    'dfa-tree-resume': () => routed('dfa-tree-resume', automata.tree(), 'resume'),
    context: () => contextRetriever(corpus, automata.context().automaton, seed),
    'context-rrf': () => fusedContextRetriever(ranking(), scope),
    'context-ranker': () => learnedContextRetriever(ranking(), fitContextRanker(ranking(), seed), scope),
  };
  return {
    create: (method) => makers[method](),
    createOver(space, use, name) {
      const nearest = denseChannel('sentence encoder, last user turn', space);
      if (use === 'nearest') return channelRetriever(corpus, name, nearest);
      if (use === 'trained') return channelRetriever(corpus, name, texts.trainedOver(space));
      const sources = { ...ranking(), naming: [...ranking().naming, nearest, texts.trainedOver(space)] };
      return learnedContextRetriever(sources, fitContextRanker(sources, seed), scope, name);
    },
  };
}
