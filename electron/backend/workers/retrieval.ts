import { DEFAULT_PAPER_OPTIONS } from '#shared/algorithms/automaton/presets.ts';
import { buildSymbolCorpus } from '#shared/algorithms/automaton/symbol-corpus.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text-scorer.ts';
import { createRetrievers, type RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import { makeQuery, type Retriever } from '#shared/algorithms/retrieval/query.ts';
import { buildRetrievalCorpus, type RetrievalRound } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type Learned, learnAutomaton, toLearned } from '../features/automata/learners.ts';
import { createRouteExplainer, type ExplainedRoute } from '../features/comparison/explain-route.ts';
import { readIndexDialogues } from '../features/comparison/read-index.ts';
import { answerQuery, isSeeded, type MethodAnswer } from '../features/retrieval/answer-query.ts';
import { createDenseSearch, type DenseSearch, denseVectors } from '../features/retrieval/dense-vectors.ts';
import type { ComparedMethod } from '../features/retrieval/methods.ts';
import { openSentenceSearch } from '../features/retrieval/sentence-search.ts';
import { openForReading } from '../store/database.ts';
import type { StoredVectors } from '../store/vector-table.ts';
import { serveQuestions } from './ask-worker.ts';

/** What the index of one project is built from. */
export interface RetrievalInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
  readonly heldOutShare: number;
  /** Built before the index counts as ready; others are built when first asked for. */
  readonly methods: readonly RetrievalMethod[];
}

export interface RetrievalProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

export interface IndexReady {
  readonly dialogues: number;
  readonly heldOut: number;
  readonly turns: number;
  /** The automata that the methods route through, to be kept and drawn. */
  readonly automata: Readonly<Record<Learner, Learned>>;
  /** Vectors to be kept; null where the project had them. */
  readonly vectors: StoredVectors | null;
  /** length = dialogues; whose dialogues the automata speak of, in their order */
  readonly dialogueIds: Int32Array;
}

export interface RetrievalQuestion {
  readonly history: readonly RetrievalRound[];
  /** The dialogue that asks and must not be found, by its key. */
  readonly key: string;
  readonly methods: readonly ComparedMethod[];
  readonly examples: number;
  readonly seed: number;
}

/** A turn of the index: the project's dialogue, and its round. */
export interface IndexTurn {
  readonly dialogue: number;
  readonly round: number;
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

function forget(retrievers: Map<string, Retriever>, prefix: string): void {
  for (const key of [...retrievers.keys()]) if (key.startsWith(prefix)) retrievers.delete(key);
}

/** The seed of everything that is fitted; a question's own seed draws only the random examples. */
const INDEX_SEED = 1;

serveQuestions<RetrievalInput, RetrievalProgress, RetrievalQuestion, readonly FoundColumn[], IndexReady>(
  async (input, report) => {
    const total = input.methods.length + 3;
    report({ phase: 'reading dialogues and tags', done: 0, total });
    const database = openForReading(input.path);
    const { dialogues, dialogueIds, roundIds, heldOut } = readIndexDialogues(
      database,
      input.run,
      input.tagger,
      input.heldOutShare,
    );
    const corpus = buildRetrievalCorpus(dialogues);
    const indexOfKey = new Map(dialogues.map(({ key }, at) => [key, at]));
    const placeOfKey = new Map(corpus.keys.map((key, at) => [key, at]));
    const inputIndexes = Int32Array.from(corpus.keys, (key) => indexOfKey.get(key) as number);

    report({ phase: 'encoding histories', done: 1, total });
    const roundOfTurn = corpus.turnRounds.map((round, turn) => {
      const dialogue = corpus.turnDialogues[turn];
      return roundIds[inputIndexes[dialogue]][round - corpus.roundOffsets[dialogue]];
    });
    const encoded = denseVectors(database, corpus, dialogues, roundOfTurn);
    const dense = createDenseSearch(corpus, 'dense', encoded);
    database.close();

    report({ phase: 'learning the automata', done: 2, total });
    const symbols = buildSymbolCorpus(dialogues);
    const learn = (learner: Learner): Learned =>
      toLearned(learnAutomaton(learner, symbols, DEFAULT_PAPER_OPTIONS));
    const automata = { paper: learn('paper'), context: learn('context') };

    const fitted = createRetrievers(corpus, { seed: INDEX_SEED });
    const retrievers = new Map<string, Retriever>();
    const searches = new Map<ComparedMethod, DenseSearch>([['dense', dense]]);
    const retrieverOf = (method: ComparedMethod, seed: number): Retriever => {
      if (method === 'dense' || method === 'dense-use') return searches.get(method)!.retriever;
      const key = isSeeded(method) ? `${method} ${seed}` : method;
      let retriever = retrievers.get(key);
      if (!retriever) {
        const factory = isSeeded(method) && seed !== INDEX_SEED ? createRetrievers(corpus, { seed }) : fitted;
        retriever = factory.create(method);
        // Other seeds pass; what was fitted stays.
        if (isSeeded(method)) forget(retrievers, `${method} `);
        retrievers.set(key, retriever);
      }
      return retriever;
    };
    input.methods.forEach((method, at) => {
      report({ phase: `building ${method}`, done: at + 3, total });
      retrieverOf(method, INDEX_SEED);
    });

    const explain = createRouteExplainer(automata);
    const scorer = createTextScorer();
    const turnOf = (turn: number): { at: number; round: number } => {
      const dialogue = corpus.turnDialogues[turn];
      return { at: inputIndexes[dialogue], round: corpus.turnRounds[turn] - corpus.roundOffsets[dialogue] };
    };
    const textOf = (turn: number): string => {
      const { at, round } = turnOf(turn);
      return dialogues[at].rounds[round].text;
    };
    const placed = (turn: number): IndexTurn => {
      const { at, round } = turnOf(turn);
      return { dialogue: dialogueIds[at], round };
    };
    return {
      ready: {
        dialogues: dialogues.length,
        heldOut,
        turns: corpus.turnRounds.length,
        automata,
        vectors: encoded.fresh,
        dialogueIds: inputIndexes.map((at) => dialogueIds[at]),
      },
      answer: async ({ history, key, methods, examples, seed }) => {
        if (methods.includes('dense-use') && !searches.has('dense-use'))
          searches.set('dense-use', await openSentenceSearch(input.path, corpus, roundOfTurn));
        for (const [method, search] of searches) if (methods.includes(method)) await search.prepare(history);
        const query = makeQuery(corpus, history, placeOfKey.get(key) ?? -1);
        return methods.map((method) => {
          const found = answerQuery(retrieverOf(method, seed), query, examples, { scorer, textOf });
          const { candidates } = found.retrieval;
          return {
            candidates: candidates.map(({ turn, score, why }) => ({ ...placed(turn), score, why })),
            answer: found.answer && placed(found.answer.turn),
            answerPool: found.answerPool,
            milliseconds: found.milliseconds,
            route: explain(method, found.retrieval, history),
          };
        });
      },
    };
  },
);
