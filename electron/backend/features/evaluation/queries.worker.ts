import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRetrievers, type RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import { makeQuery } from '#shared/algorithms/retrieval/query.ts';
import {
  buildRetrievalCorpus,
  type RetrievalDialogue,
} from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { known } from '#shared/domain/known.ts';
import type { JobProgress } from '../../jobs/job.ts';
import { serve } from '../../workers/serve.ts';
import { answerableRounds, answerQuery, type RouteEnd, routeEnd } from '../retrieval/index.ts';

/** A share of an evaluation's queries: those of the test dialogues `part`, `part + parts`, `part + 2·parts` … */
interface QueriesInput {
  readonly train: readonly RetrievalDialogue[];
  readonly test: readonly RetrievalDialogue[];
  readonly methods: readonly RetrievalMethod[];
  readonly examples: number;
  readonly seed: number;
  readonly part: number;
  readonly parts: number;
}

/** A training turn: which dialogue of `train`, and which of its rounds. */
export interface FoundTurn {
  readonly dialogue: number;
  readonly round: number;
}

interface FoundByMethod {
  readonly candidates: readonly FoundTurn[];
  readonly answer: FoundTurn | null;
  readonly milliseconds: number;
  readonly end: RouteEnd | null;
}

/** What every method found for one query; `methods` in the order asked for. */
export interface AnsweredQuery {
  readonly dialogue: number;
  readonly round: number;
  readonly methods: readonly FoundByMethod[];
}

const REPORT_EVERY = 20;

export interface QueriesWork {
  readonly input: QueriesInput;
  /** `done`: queries answered. */
  readonly progress: Pick<JobProgress, 'phase' | 'done'>;
  readonly result: readonly AnsweredQuery[];
}

serve<QueriesWork>(async (input, report) => {
  report({ phase: 'reading the training dialogues', done: 0 });
  const corpus = buildRetrievalCorpus(input.train);
  const placeOfKey = new Map(input.train.map(({ key }, at) => [key, at]));
  const places = corpus.keys.map((key) => known(placeOfKey.get(key), key));
  const found = (turn: number): FoundTurn => {
    const dialogue = corpus.turnDialogues[turn]!;
    return {
      dialogue: known(places[dialogue], 'place'),
      round: corpus.turnRounds[turn]! - corpus.roundOffsets[dialogue]!,
    };
  };
  const textOf = (turn: number): string => {
    const { dialogue, round } = found(turn);
    return known(input.train[dialogue]?.rounds[round], 'round').text;
  };
  const factory = createRetrievers(corpus, { seed: input.seed });
  const retrievers = input.methods.map((method) => {
    report({ phase: `building ${method}`, done: 0 });
    return factory.create(method);
  });
  const scorer = createTextScorer();
  const answered: AnsweredQuery[] = [];
  for (let dialogue = input.part; dialogue < input.test.length; dialogue += input.parts) {
    const { rounds } = known(input.test[dialogue], 'dialogue');
    for (const round of answerableRounds(rounds)) {
      const query = makeQuery(corpus, rounds.slice(0, round));
      const methods = retrievers.map((retriever): FoundByMethod => {
        const { retrieval, answer, milliseconds } = answerQuery(retriever, query, input.examples, {
          scorer,
          textOf,
        });
        return {
          candidates: retrieval.candidates.map(({ turn }) => found(turn)),
          answer: answer && found(answer.turn),
          milliseconds,
          end: routeEnd(retrieval),
        };
      });
      answered.push({ dialogue, round, methods });
      if (answered.length % REPORT_EVERY === 0) report({ phase: 'answering queries', done: answered.length });
    }
  }
  return { result: answered };
});
