import {
  answerableTurns,
  answerQuery,
  type ComparedMethod,
  isRanking,
  isSentenceMethod,
  methodInfo,
  sentenceEncoding,
} from '#backend/features/retrieval/index.ts';
import type { JobProgress } from '#backend/jobs/job.ts';
import { sentenceOf } from '#backend/providers/embeddings/sentence-encoder.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { sentenceSpace } from '#shared/algorithms/retrieval/dense/sentence-space.ts';
import { createRetrievers } from '#shared/algorithms/retrieval/methods.ts';
import { makeQuery } from '#shared/algorithms/retrieval/query.ts';
import {
  buildRetrievalCorpus,
  type RetrievalCorpus,
  type RetrievalDialogue,
  type RetrievalTurn,
  withOtherTags,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { EncoderName } from '#shared/contract/comparison.ts';
import { required } from '#shared/domain/required.ts';
import { type RouteEnd, routeEnd } from './route-end.ts';

export interface EncodedSentences {
  readonly encoder: EncoderName;
  readonly title: string;
  readonly dimensions: number;
  readonly texts: readonly string[];
  /** One row of `dimensions` numbers per text, in memory that the threads share. */
  readonly vectors: Float32Array;
}

/** One part of an evaluation's queries: those of the test dialogues `part`, `part + parts`, `part + 2·parts` … */
interface QueriesInput {
  readonly train: readonly RetrievalDialogue[];
  readonly test: readonly RetrievalDialogue[];
  /** The same dialogues with the tags for ranking examples; null if their own tags are used. */
  readonly ranking: {
    readonly train: readonly RetrievalDialogue[];
    readonly test: readonly RetrievalDialogue[];
  } | null;
  readonly methods: readonly ComparedMethod[];
  readonly encoded: readonly EncodedSentences[];
  readonly examples: number;
  readonly seed: number;
  readonly part: number;
  readonly parts: number;
}

/** A turn of a training dialogue: the index of its dialogue in `train`, and its index in the dialogue. */
export interface FoundTurn {
  readonly dialogue: number;
  readonly turn: number;
}

interface FoundByMethod {
  readonly candidates: readonly FoundTurn[];
  readonly answer: FoundTurn | null;
  readonly milliseconds: number;
  readonly end: RouteEnd | null;
}

export interface AnsweredQuery {
  readonly dialogue: number;
  readonly turn: number;
  readonly methods: readonly FoundByMethod[];
}

const REPORT_EVERY = 20;

/** Answers a part of the queries with every method. @param report gets the number of answered queries */
export async function answerQueries(
  input: QueriesInput,
  report: (progress: Pick<JobProgress, 'phase' | 'done'>) => void,
): Promise<readonly AnsweredQuery[]> {
  report({ phase: 'reading the training dialogues', done: 0 });
  const corpus = buildRetrievalCorpus(input.train);
  const placeOfKey = new Map(input.train.map(({ key }, at) => [key, at]));
  const places = corpus.keys.map((key) => required(placeOfKey.get(key), key));
  const found = (reply: number): FoundTurn => {
    const dialogue = corpus.replyDialogues[reply]!;
    return {
      dialogue: required(places[dialogue], 'place'),
      turn: corpus.replyTurns[reply]! - corpus.turnOffsets[dialogue]!,
    };
  };
  const textOf = (reply: number, after = 0): string => {
    const { dialogue, turn } = found(reply);
    return required(input.train[dialogue]?.turns[turn + after], 'turn').text;
  };
  const spaces = new Map(
    input.encoded.map((sentences) => [
      sentences.encoder,
      spaceOf(corpus, sentences, (reply) => textOf(reply, -1)),
    ]),
  );
  const ranked = input.ranking ? withOtherTags(corpus, input.ranking.train) : corpus;
  const factory = createRetrievers(corpus, { seed: input.seed });
  const rankers = input.ranking ? createRetrievers(ranked, { seed: input.seed }) : factory;
  const retrievers = input.methods.map((method) => {
    report({ phase: `building ${methodInfo(method).title}`, done: 0 });
    if (!isSentenceMethod(method)) return (isRanking(method) ? rankers : factory).create(method);
    const { encoder, use } = sentenceEncoding(method);
    return rankers.createOver(required(spaces.get(encoder), method).space, use, method);
  });
  const scorer = createTextScorer();
  const answered: AnsweredQuery[] = [];
  for (let dialogue = input.part; dialogue < input.test.length; dialogue += input.parts) {
    const { turns } = required(input.test[dialogue], 'dialogue');
    for (const turn of answerableTurns(turns)) {
      const history = turns.slice(0, turn);
      const query = makeQuery(corpus, history);
      for (const { space, encode } of spaces.values()) space.prepare(encode(history));
      const rankingHistory = input.ranking?.test[dialogue]?.turns.slice(0, turn);
      const rankingQuery = rankingHistory ? makeQuery(ranked, rankingHistory) : query;
      const methods = retrievers.map((retriever, at): FoundByMethod => {
        const own = isRanking(required(input.methods[at], 'method')) ? rankingQuery : query;
        const { retrieval, answer, milliseconds } = answerQuery(retriever, own, input.examples, {
          scorer,
          textOf: (reply) => textOf(reply),
        });
        return {
          candidates: retrieval.candidates.map(({ reply }) => found(reply)),
          answer: answer && found(answer.reply),
          milliseconds,
          end: routeEnd(retrieval),
        };
      });
      answered.push({ dialogue, turn, methods });
      if (answered.length % REPORT_EVERY === 0) report({ phase: 'answering queries', done: answered.length });
    }
  }
  return answered;
}

function spaceOf(
  corpus: RetrievalCorpus,
  { dimensions, texts, vectors }: EncodedSentences,
  textBefore: (reply: number) => string,
) {
  const placeOf = new Map(texts.map((text, at) => [text, at]));
  const vectorOf = (text: string): Float32Array => {
    const place = required(placeOf.get(text), 'text that was encoded');
    return vectors.subarray(place * dimensions, (place + 1) * dimensions);
  };
  const rows = new Float32Array(corpus.replyTurns.length * dimensions);
  for (const reply of corpus.replyTurns.keys()) rows.set(vectorOf(textBefore(reply)), reply * dimensions);
  return {
    space: sentenceSpace(corpus, dimensions, rows),
    encode: (history: readonly RetrievalTurn[]) => vectorOf(sentenceOf(history)),
  };
}
