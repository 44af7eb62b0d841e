import { type KeptAutomaton, toKept } from '#shared/algorithms/learning/learn.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { routeContext, sharedDepth } from '#shared/algorithms/retrieval/context/context-route.ts';
import {
  createRetrievers,
  type RetrievalMethod,
  type RoutedAutomata,
  routedAutomata,
} from '#shared/algorithms/retrieval/methods.ts';
import {
  makeQuery,
  type Retrieval,
  type RetrievalQuery,
  type Retriever,
} from '#shared/algorithms/retrieval/query.ts';
import { CONTEXT_LIST, type ContextRanker } from '#shared/algorithms/retrieval/ranking/ranked-retriever.ts';
import {
  buildRetrievalCorpus,
  type RetrievalCorpus,
  type RetrievalTurn,
  withOtherTags,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { VectorSpace } from '#shared/algorithms/retrieval/words/channel.ts';
import { createTextSources, type TextSources } from '#shared/algorithms/retrieval/words/text-sources.ts';
import type { EncoderName } from '#shared/contract/comparison.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { readKept } from '../../store/corpus/dialogue-fields.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import type { ComparedMethod, SentenceMethod } from '../retrieval/index.ts';
import {
  answerQuery,
  type DenseVectors,
  denseVectors,
  isRanking,
  isSeeded,
  isSentenceMethod,
  type MethodAnswer,
  openSentenceSearch,
  type SentenceSearch,
  sentenceEncoding,
} from '../retrieval/index.ts';
import { createRouteExplainer, type ExplainedRoute } from './explain-route.ts';
import { type IndexDialogues, type IndexSelection, readIndexDialogues } from './read-index.ts';

export interface ProjectIndexInput extends IndexSelection {
  readonly path: string;
  /** The run whose tags rank the examples; null if `run` itself does. */
  readonly ranking: Pick<IndexSelection, 'run' | 'tagger'> | null;
}

/** The encoders that a person chose: a folder, and a provider's model. */
export interface ChosenEncoders {
  readonly folder: string | null;
  readonly provider: Pick<SentenceEncoder, 'name' | 'fingerprint'> | null;
}

/** The last turn of the question as a vector of the provider's model; null if there is none yet. */
export interface ProviderVector extends Pick<SentenceEncoder, 'name' | 'fingerprint'> {
  readonly vector: Float32Array | null;
}

export interface RetrievalQuestion extends Pick<ChosenEncoders, 'folder'> {
  readonly history: readonly RetrievalTurn[];
  /** The tags for ranking, one list per turn of the history; null if the history's own tags are used. */
  readonly rankingTags: readonly (readonly string[])[] | null;
  readonly key: string;
  readonly methods: readonly ComparedMethod[];
  /** The vector for methods that use a provider's model; null for other methods. */
  readonly provider: ProviderVector | null;
  readonly examples: number;
  readonly seed: number;
  /** If true, the answer without a model and the explained route are left out. */
  readonly examplesOnly?: boolean;
}

export interface IndexTurn {
  readonly dialogue: DialogueId;
  readonly turn: number;
}

export interface FoundCandidate extends IndexTurn {
  readonly score: number;
  readonly why: MethodAnswer['retrieval']['candidates'][number]['why'];
}

export interface FoundColumn {
  readonly candidates: readonly FoundCandidate[];
  readonly answer: IndexTurn | null;
  readonly answerPool: number;
  readonly milliseconds: number;
  readonly route: ExplainedRoute | null;
}

interface OpenedSearch extends SentenceSearch {
  readonly of: string | null;
}

interface IndexTexts {
  /** The training dialogues, with the tags they had when the words were read. */
  readonly corpus: RetrievalCorpus;
  /** One entry per dialogue of the corpus: its index among the dialogues that were read. */
  readonly inputIndexes: Int32Array;
  /** One entry per turn: its id in the project. */
  readonly turnOfReply: Int32Array;
  readonly encoded: DenseVectors;
  readonly sources: TextSources;
  /** Vectors of sentence encoders, opened on first use. */
  readonly searches: Map<EncoderName, OpenedSearch>;
}

export interface FittedRanker {
  readonly state: string;
  readonly ranker: string;
}

export interface ProjectIndex {
  readonly size: { readonly dialogues: number; readonly heldOut: number; readonly turns: number };
  readonly encoded: DenseVectors;
  /** One entry per dialogue of the corpus: its id in the project. */
  readonly dialogueIds: Int32Array;
  readonly read: IndexDialogues;
  readonly texts: IndexTexts;
  automata(): Readonly<Record<keyof RoutedAutomata, KeptAutomaton>>;
  prepare(method: RetrievalMethod): void;
  /** Returns the ranker to store; null if none was fitted since the last call. */
  takeFitted(): FittedRanker | null;
  answer(question: RetrievalQuestion): Promise<FoundColumn[]>;
}

/** The seed of everything that is fitted. A question's own seed affects only random examples. */
const INDEX_SEED = 1;

/** Version of the ranker. Bump it when rankers are fitted differently, to discard stored ones. */
const RANKER_FORM = 1;

/** Returns a key of everything that a ranker depends on. */
const stateOfRanker = (database: ReadDatabase, { run, ranking, heldOutShare }: ProjectIndexInput): string =>
  JSON.stringify([
    RANKER_FORM,
    run,
    ranking?.run ?? null,
    heldOutShare,
    ...(['corpus_version', 'edit_version', 'run_tags_version', 'words_version'] as const).map((key) =>
      versionOf(database, key),
    ),
  ]);

const packRanker = ({ ranker, familiarity }: ContextRanker): string =>
  JSON.stringify({
    means: [...ranker.means],
    deviations: [...ranker.deviations],
    coefficients: [...ranker.coefficients],
    familiarity,
  });

function unpackRanker(stored: string): ContextRanker {
  const { means, deviations, coefficients, familiarity } = JSON.parse(stored);
  return {
    ranker: {
      means: Float64Array.from(means),
      deviations: Float64Array.from(deviations),
      coefficients: Float64Array.from(coefficients),
    },
    familiarity,
  };
}

/** @param before an earlier index, reused if the words are unchanged; it must not be used afterwards */
export function buildProjectIndex(
  input: ProjectIndexInput,
  report: (phase: string) => void,
  before: Pick<ProjectIndex, 'read' | 'texts'> | null = null,
): ProjectIndex {
  const { path } = input;
  report('reading dialogues and tags');
  const database = openForReading(path);
  const read = readIndexDialogues(database, input, before?.read ?? null);
  const { dialogues, dialogueIds, heldOut } = read;
  report('encoding histories');
  const words = input.ranking && readIndexDialogues(database, { ...input, ...input.ranking }, read);
  const rankerState = stateOfRanker(database, input);
  const storedRanker = readKept(database, 'ranker', rankerState);
  const kept = before?.read.corpusVersion === read.corpusVersion ? before.texts : null;
  const texts = kept ?? encodeTexts(database, read);
  database.close();
  const corpus = kept ? withOtherTags(kept.corpus, dialogues) : texts.corpus;
  const { inputIndexes, turnOfReply, sources, searches } = texts;
  const placeOfKey = new Map(corpus.keys.map((key, at) => [key, at]));

  const ranked = words ? withOtherTags(corpus, words.dialogues) : corpus;

  const automata = routedAutomata(corpus);
  let explain: ReturnType<typeof createRouteExplainer> | null = null;
  let fittedRanker: FittedRanker | null = null;
  const options = {
    seed: INDEX_SEED,
    ranker: storedRanker === null ? null : unpackRanker(storedRanker),
    onFit: (ranker: ContextRanker): void => {
      fittedRanker = { state: rankerState, ranker: packRanker(ranker) };
    },
  };
  const rankers = createRetrievers(ranked, options, sources, words ? undefined : automata);
  const fitted = words ? createRetrievers(corpus, { seed: INDEX_SEED }, sources, automata) : rankers;
  const retrievers = new Map<string, Retriever>();
  const overSentences = new Map<
    SentenceMethod,
    { readonly space: VectorSpace; readonly retriever: Retriever }
  >();
  const sentenceRetriever = (method: SentenceMethod): Retriever => {
    const { encoder, use } = sentenceEncoding(method);
    const { space } = required(searches.get(encoder), method);
    const made = overSentences.get(method);
    if (made?.space === space) return made.retriever;
    const retriever = rankers.createOver(space, use, method);
    overSentences.set(method, { space, retriever });
    return retriever;
  };
  const retrieverOf = (method: ComparedMethod, seed: number): Retriever => {
    if (isSentenceMethod(method)) return sentenceRetriever(method);
    const key = isSeeded(method) ? `${method} ${seed}` : method;
    let retriever = retrievers.get(key);
    if (!retriever) {
      const usual = isRanking(method) ? rankers : fitted;
      const factory =
        isSeeded(method) && seed !== INDEX_SEED
          ? createRetrievers(corpus, { seed }, undefined, automata)
          : usual;
      retriever = factory.create(method);
      // The fitted data do not depend on the seed, so only the retriever of the last seed is kept.
      if (isSeeded(method)) forget(retrievers, `${method} `);
      retrievers.set(key, retriever);
    }
    return retriever;
  };

  /** Replaces the route by one through the automaton on screen if a method ranked with the automaton of words. */
  const asShown = (method: ComparedMethod, query: RetrievalQuery, found: Retrieval): Retrieval => {
    if (!words || !isRanking(method)) return found;
    const { automaton } = automata.context();
    const route = routeContext(automaton, query.history, query.position, 1);
    return {
      candidates: found.candidates.map((candidate) => {
        const depth = sharedDepth(automaton, route.path, candidate.reply);
        const { [CONTEXT_LIST]: _, ...ranks } = candidate.why.ranks ?? {};
        const state = required(route.path[depth], 'state');
        return { ...candidate, why: { ...candidate.why, ranks, state, sharedDepth: depth } };
      }),
      contextRoute: route,
    };
  };

  const scorer = createTextScorer();
  const placeOfReply = (reply: number): { at: number; turn: number } => {
    const dialogue = corpus.replyDialogues[reply]!;
    return { at: inputIndexes[dialogue]!, turn: corpus.replyTurns[reply]! - corpus.turnOffsets[dialogue]! };
  };
  const textOf = (reply: number): string => {
    const { at, turn } = placeOfReply(reply);
    return required(dialogues[at]?.turns[turn], 'turn').text;
  };
  const placed = (reply: number): IndexTurn => {
    const { at, turn } = placeOfReply(reply);
    return { dialogue: dialogueIds[at] as DialogueId, turn };
  };
  return {
    size: { dialogues: dialogues.length, heldOut, turns: corpus.replyTurns.length },
    encoded: kept ? { ...texts.encoded, fresh: null } : texts.encoded,
    read,
    texts,
    dialogueIds: inputIndexes.map((at) => dialogueIds[at]!),
    automata: () => ({
      paper: toKept(automata.paper()),
      tree: toKept(automata.tree()),
      context: toKept(automata.context()),
    }),
    prepare: (method) => void retrieverOf(method, INDEX_SEED),
    takeFitted() {
      const taken = fittedRanker;
      fittedRanker = null;
      return taken;
    },
    async answer({ history, rankingTags, key, methods, folder: chosen, provider, ...asked }) {
      const { examples, seed, examplesOnly = false } = asked;
      for (const method of methods.filter(isSentenceMethod)) {
        const { encoder } = sentenceEncoding(method);
        const folder = encoder === 'folder' ? chosen : null;
        const source = encoder === 'provider' ? required(provider, method) : folder;
        const of = source instanceof Object ? source.fingerprint : source;
        // The person may have chosen another encoder since the last question.
        if (searches.get(encoder)?.of === of) continue;
        const search = await openSentenceSearch(path, corpus, turnOfReply, method, source);
        searches.set(encoder, { ...search, of });
      }
      const encoders = new Set(
        methods.filter(isSentenceMethod).map((method) => sentenceEncoding(method).encoder),
      );
      for (const encoder of encoders) await searches.get(encoder)?.prepare(history, provider?.vector ?? null);
      const query = makeQuery(corpus, history, placeOfKey.get(key) ?? -1);
      const rankingHistory = history.map((turn, at) => ({
        ...turn,
        tags: rankingTags?.[at] ?? turn.tags,
      }));
      const rankingQuery = words ? makeQuery(ranked, rankingHistory, query.excludedDialogue) : query;
      return methods.map((method) => {
        const vote = examplesOnly ? null : { scorer, textOf };
        const own = isRanking(method) ? rankingQuery : query;
        const found = answerQuery(retrieverOf(method, seed), own, examples, vote);
        const retrieval = asShown(method, query, found.retrieval);
        const { candidates, route, contextRoute } = retrieval;
        if (vote && (route || contextRoute)) explain ??= createRouteExplainer(automata.context());
        return {
          candidates: candidates.map(({ reply, score, why }) => ({ ...placed(reply), score, why })),
          answer: found.answer && placed(found.answer.reply),
          answerPool: found.answerPool,
          milliseconds: found.milliseconds,
          route: vote && (explain?.(method, retrieval, history) ?? null),
        };
      });
    },
  };
}

function encodeTexts(database: ReadDatabase, { dialogues, turnIds }: IndexDialogues): IndexTexts {
  const corpus = buildRetrievalCorpus(dialogues);
  const indexOfKey = new Map(dialogues.map(({ key }, at) => [key, at]));
  const inputIndexes = Int32Array.from(corpus.keys, (key) => required(indexOfKey.get(key), key));
  const turnOfReply = corpus.replyTurns.map((turn, reply) => {
    const dialogue = corpus.replyDialogues[reply]!;
    return turnIds[inputIndexes[dialogue]!]![turn - corpus.turnOffsets[dialogue]!]!;
  });
  const encoded = denseVectors(database, corpus, dialogues, turnOfReply);
  const { encoder, vectors } = encoded;
  const { dimensions } = encoder;
  return {
    corpus,
    inputIndexes,
    turnOfReply,
    encoded,
    sources: createTextSources(
      corpus,
      { seed: INDEX_SEED },
      { dimensions, vectors, encode: encoder.encodeOne },
    ),
    searches: new Map(),
  };
}

function forget(retrievers: Map<string, Retriever>, prefix: string): void {
  for (const key of [...retrievers.keys()]) if (key.startsWith(prefix)) retrievers.delete(key);
}
