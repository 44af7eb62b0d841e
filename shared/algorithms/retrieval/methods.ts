import type { Automaton } from '../../domain/automaton.ts';
import { once } from '../../domain/once.ts';
import { DEFAULT_PAPER_OPTIONS, type LearnedPaper, learnPaperAutomaton } from '../automaton/learn.ts';
import { trackDialogues } from '../automaton/reading/visits.ts';
import { drawDialogues, drawWithoutRepetition, sampleSystemTurns } from '../automaton/routing/examples.ts';
import { createRouter, type RoutePolicy } from '../automaton/routing/route.ts';
import { routeContext } from './context/context-route.ts';
import type { ContextAutomaton } from './context/context-states.ts';
import { learnContext } from './context/learn-context.ts';
import { type Candidate, candidateOf, type RetrievalQuery, type Retriever, skipperOf } from './query.ts';
import type { PoolScope } from './ranking/candidate-pool.ts';
import {
  type ContextRanker,
  fitContextRanker,
  fusedContextRetriever,
  learnedContextRetriever,
  type RankingSources,
  rankingAnswers,
} from './ranking/ranked-retriever.ts';
import { topK } from './ranking/top-k.ts';
import { nearestReply, type RetrievalCorpus, replyOfTurn, replyPositions } from './retrieval-corpus.ts';
import {
  channelRetriever,
  drawReplies,
  fusedRetriever,
  randomOfQuery,
  randomRetriever,
} from './simple-retrievers.ts';
import {
  bm25Channel,
  type Channel,
  denseChannel,
  distanceMarkedTags,
  type VectorSpace,
} from './words/channel.ts';
import { createTextSources, type TextSourceOptions, type TextSources } from './words/text-sources.ts';

/**
 * The paper's method (section 3.3): samples dialogues of the last valid state, with the turn after each last visit. May
 * return too few; `routedDialogueRetriever` is the fair version.
 */
function paperRetriever(
  corpus: RetrievalCorpus,
  name: string,
  automaton: Automaton,
  policy: RoutePolicy,
  seed: number,
): Retriever {
  const router = createRouter(automaton);
  const tracked = trackDialogues(automaton);
  return {
    name,
    retrieve: (query, count) => {
      const route = router.route(query.turns, policy);
      const excluded = query.excludedDialogue < 0 ? undefined : new Set([query.excludedDialogue]);
      const examples = sampleSystemTurns(tracked, corpus, route.state, { count, seed, excluded });
      const candidates: Candidate[] = [];
      for (const { dialogue, turn, state } of examples) {
        const reply = replyOfTurn(corpus, dialogue, turn);
        // A system turn that opens its dialogue is not an answer.
        if (reply >= 0) candidates.push(candidateOf(corpus, reply, 1 / (candidates.length + 1), { state }));
      }
      return { candidates, route };
    },
  };
}

/** The context automaton alone: random turns of the deepest state of the route that has enough of them. */
function contextRetriever(corpus: RetrievalCorpus, automaton: ContextAutomaton, seed: number): Retriever {
  return {
    name: 'context',
    retrieve: (query, count) => {
      const supportOf = supportWithout(corpus, automaton, query);
      const contextRoute = routeContext(automaton, query.history, query.position, count, supportOf);
      const { state } = contextRoute;
      const tracked = automaton.replies.slice(automaton.rangeStarts[state], automaton.rangeEnds[state]);
      return { candidates: drawReplies(corpus, query, tracked, count, seed, { state }), contextRoute };
    },
  };
}

function supportWithout(
  corpus: RetrievalCorpus,
  automaton: ContextAutomaton,
  query: RetrievalQuery,
): (state: number) => number {
  const skip = skipperOf(corpus, query.excludedDialogue);
  return (state) => {
    const start = automaton.rangeStarts[state];
    const end = automaton.rangeEnds[state];
    if (!skip) return end - start;
    return automaton.replies.subarray(start, end).reduce((sum, reply) => sum + (skip(reply) ? 0 : 1), 0);
  };
}

/* Finds random whole dialogues, as in the paper's prompt, each by its turn with the index nearest to the query's. */

function randomDialogueRetriever(corpus: RetrievalCorpus, seed: number): Retriever {
  return {
    name: 'random-dialogue',
    retrieve: (query, count) => {
      const drawn = drawWithoutRepetition(corpus.keys.length, randomOfQuery(query, seed));
      return {
        candidates: takeDialogues(corpus, query, count, drawn, (dialogue) => ({ dialogue, why: {} })),
      };
    },
  };
}

function channelDialogueRetriever(corpus: RetrievalCorpus, name: string, channel: Channel): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const scores = new Float32Array(corpus.keys.length).fill(Number.NEGATIVE_INFINITY);
      channel.scoreAll(query.history).forEach((score, reply) => {
        const dialogue = corpus.replyDialogues[reply];
        if (score > scores[dialogue]) scores[dialogue] = score;
      });
      const isAsking = (dialogue: number): boolean => dialogue === query.excludedDialogue;
      const best = topK(scores, count, Number.NEGATIVE_INFINITY, isAsking);
      return {
        candidates: takeDialogues(corpus, query, count, best.entries(), ([at, dialogue]) => ({
          dialogue,
          why: { ranks: { [channel.name]: at + 1 } },
        })),
      };
    },
  };
}

/**
 * A fair version of the paper's router: returns random dialogues of the last state, then of the states before it.
 * @param automaton the prefix tree without merges, which are only for the picture
 */
function routedDialogueRetriever(
  corpus: RetrievalCorpus,
  name: string,
  automaton: Automaton,
  seed: number,
): Retriever {
  const router = createRouter(automaton);
  const tracked = trackDialogues(automaton);
  return {
    name,
    retrieve: (query, count) => {
      const route = router.route(query.turns, 'greedy');
      const drawn = drawDialogues(tracked, route.path.toReversed(), randomOfQuery(query, seed));
      const candidates = takeDialogues(corpus, query, count, drawn, ({ dialogue, state }) => ({
        dialogue,
        why: { state },
      }));
      return { candidates, route };
    },
  };
}

function takeDialogues<Found>(
  corpus: RetrievalCorpus,
  query: RetrievalQuery,
  count: number,
  found: Iterable<Found>,
  read: (found: Found) => Pick<Candidate, 'dialogue' | 'why'>,
): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Set([query.excludedDialogue]);
  for (const one of found) {
    if (candidates.length === count) break;
    const { dialogue, why } = read(one);
    const reply = nearestReply(corpus, dialogue, query.turns.length);
    if (seen.has(dialogue) || reply < 0) continue;
    seen.add(dialogue);
    candidates.push(candidateOf(corpus, reply, 1 / (candidates.length + 1), why));
  }
  return candidates;
}

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
  readonly scope?: PoolScope;
  readonly ranker?: ContextRanker | null;
  readonly onFit?: (ranker: ContextRanker) => void;
}

export type SentenceUse = 'nearest' | 'trained' | 'ranker';

export type RoutedAutomata = ReturnType<typeof routedAutomata>;

export function routedAutomata(corpus: RetrievalCorpus) {
  return {
    paper: once(() => learnPaperAutomaton(corpus, DEFAULT_PAPER_OPTIONS)),
    tree: once(() => learnPaperAutomaton(corpus, { ...DEFAULT_PAPER_OPTIONS, lambda: null })),
    context: once(() => learnContext(corpus, DEFAULT_PAPER_OPTIONS)),
  };
}

/** @param texts of a corpus with equal words and options, to reuse @param automata of this corpus, to reuse */
export function createRetrievers(
  corpus: RetrievalCorpus,
  options: RetrieverOptions,
  texts: TextSources = createTextSources(corpus, options),
  automata: RoutedAutomata = routedAutomata(corpus),
) {
  const { seed, scope = 'all', onFit } = options;
  const fitted = (): ContextRanker => {
    const ranker = fitContextRanker(ranking(), seed);
    onFit?.(ranker);
    return ranker;
  };
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
      positions: replyPositions(corpus),
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
    'context-ranker': () => learnedContextRetriever(ranking(), options.ranker ?? fitted(), scope),
  };
  return {
    create: (method: RetrievalMethod) => makers[method](),
    createOver(space: VectorSpace, use: SentenceUse, name: string) {
      const nearest = denseChannel('sentence encoder, last customer turn', space);
      if (use === 'nearest') return channelRetriever(corpus, name, nearest);
      if (use === 'trained') return channelRetriever(corpus, name, texts.trainedOver(space));
      const sources = { ...ranking(), naming: [...ranking().naming, nearest, texts.trainedOver(space)] };
      return learnedContextRetriever(sources, fitContextRanker(sources, seed), scope, name);
    },
  };
}
