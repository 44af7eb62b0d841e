import { once } from '../../../domain/once.ts';
import { TRAINING_DEFAULTS, trainedSpace } from '../dense/trained-retriever.ts';
import type { RetrievalCorpus } from '../retrieval-corpus.ts';
import {
  answerSpace,
  bm25Channel,
  type Channel,
  contextSpace,
  denseChannel,
  distanceMarkedShapes,
  distanceMarkedWords,
  joinedSpace,
  plainWords,
  roleMarkedWords,
  turnWords,
  type VectorSpace,
} from './channel.ts';

export interface TextSourceOptions {
  readonly seed: number;
  readonly trainingSteps?: number;
}

export type TextSources = ReturnType<typeof createTextSources>;

/** @param space of the last three turns, if it exists; otherwise fitted on first use */
export function createTextSources(corpus: RetrievalCorpus, options: TextSourceOptions, space?: VectorSpace) {
  const { seed, trainingSteps = TRAINING_DEFAULTS.steps } = options;
  const dense = { dimensions: 128, seed };
  const contexts = once(
    (): VectorSpace => space ?? contextSpace(corpus, distanceMarkedWords('three turns', 3), dense),
  );
  const answers = once(() => answerSpace(corpus, plainWords('three turns', 3), dense));
  const over = new WeakMap<VectorSpace, Channel>();
  const training = { ...TRAINING_DEFAULTS, steps: trainingSteps, seed };
  return {
    last: once(() => bm25Channel(corpus, turnWords('BM25, last customer turn', 1))),
    three: once(() => bm25Channel(corpus, roleMarkedWords('BM25, three turns', 3))),
    similar: once(() => denseChannel('dense, three turns', contexts())),
    judging: once(() => {
      const whole = contextSpace(corpus, roleMarkedWords('whole history', 12), { dimensions: 64, seed });
      return [
        bm25Channel(corpus, turnWords('BM25, last agent turn', 2)),
        bm25Channel(corpus, turnWords('BM25, customer turn before', 3)),
        bm25Channel(corpus, distanceMarkedShapes('BM25 without values, last customer turn', 1)),
        bm25Channel(corpus, distanceMarkedShapes('BM25 without values, three turns', 3)),
        denseChannel('dense, whole history', whole),
      ];
    }),
    denseAnswers: once(() => denseChannel('dense, answers', answers())),
    denseTrained: once(() =>
      denseChannel('dense, trained', trainedSpace(corpus, contexts(), null, training)),
    ),
    answersTrained: once(() =>
      denseChannel('dense, answers, trained', trainedSpace(corpus, contexts(), answers(), training)),
    ),
    trainedOver(further: VectorSpace) {
      const spaces = () => joinedSpace([further, contexts()]);
      const channel =
        over.get(further) ??
        denseChannel('sentence encoder, trained', trainedSpace(corpus, spaces(), null, training));
      over.set(further, channel);
      return channel;
    },
  };
}
