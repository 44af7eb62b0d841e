import { describe, expect, it } from 'vitest';
import { generatedDialogues } from '../../../../tests/fixtures/generated-corpus.ts';
import { createRandom } from '../../random/random.ts';
import { buildRetrievalCorpus, corpusTurn, historyOfReply } from '../retrieval-corpus.ts';
import { answerSpace, contextSpace, distanceMarkedWords, joinedSpace, plainWords } from '../words/channel.ts';
import { gaussian } from './lsa.ts';
import {
  inBatchLoss,
  mapped,
  principalMap,
  TRAINING_DEFAULTS,
  trainedSpace,
  trainMaps,
  type Vectors,
} from './trained-retriever.ts';

const draw = (random: ReturnType<typeof createRandom>, size: number) =>
  Float64Array.from({ length: size }, () => gaussian(() => random.next()));
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at], 0);

describe('the loss within a mini-batch', () => {
  const random = createRandom(7);
  const [size, dimensions] = [6, 4];
  const targets = Int32Array.of(1, 0, 5, -1, 2, 3);

  it.each([
    ['contexts among contexts', true],
    ['contexts among answers', false],
  ])('has the slopes of its finite differences, %s', (_, own) => {
    const queries = draw(random, size * dimensions);
    const documents = draw(random, size * dimensions);
    const lossOf = () => inBatchLoss(queries, documents, targets, dimensions, own).loss;
    const { querySlopes, documentSlopes } = inBatchLoss(queries, documents, targets, dimensions, own);
    for (const [values, slopes] of [
      [queries, querySlopes],
      [documents, documentSlopes],
    ]) {
      values.forEach((value, at) => {
        values[at] = value + 1e-5;
        const above = lossOf();
        values[at] = value - 1e-5;
        const below = lossOf();
        values[at] = value;
        expect(slopes[at]).toBeCloseTo((above - below) / 2e-5, 6);
      });
    }
  });

  it('is the logarithm of the number of documents if nothing was learned', () => {
    const nothing = new Float64Array(size * dimensions);
    expect(inBatchLoss(nothing, nothing, targets, dimensions, true).loss).toBeCloseTo(Math.log(size - 1));
    expect(inBatchLoss(nothing, nothing, targets, dimensions, false).loss).toBeCloseTo(Math.log(size));
  });
});

function planted(count: number, noise: number) {
  const random = createRandom(3);
  const kinds = Int32Array.from({ length: count }, () => random.integer(4));
  const dimensions = noise + 2;
  const hidden = principalMap(
    { dimensions: 20, vectors: Float32Array.from(draw(random, 20 * 40)) },
    dimensions,
    1,
    random,
  );
  const inside = Float32Array.from(draw(random, count * dimensions));
  kinds.forEach((kind, at) => {
    inside[at * dimensions] = 0.7 * Math.cos((kind * Math.PI) / 2);
    inside[at * dimensions + 1] = 0.7 * Math.sin((kind * Math.PI) / 2);
  });
  const vectors = new Float32Array(count * 20);
  for (let at = 0; at < count; at++)
    for (let outer = 0; outer < 20; outer++)
      for (let d = 0; d < dimensions; d++)
        vectors[at * 20 + outer] += inside[at * dimensions + d] * hidden.values[outer * dimensions + d];
  const replies = {
    dialogues: Int32Array.from(kinds, (_, at) => at),
    likeness: (reply: number, other: number) => (kinds[reply] === kinds[other] ? 1 : 0),
  };
  return { replies, kinds, space: { dimensions: 20, vectors } satisfies Vectors };
}

function foundByNearest({ dimensions, vectors }: Vectors, kinds: Int32Array): number {
  const row = (at: number) => vectors.subarray(at * dimensions, (at + 1) * dimensions);
  const right = kinds.filter((kind, at) => {
    const others = [...kinds.keys()].filter((other) => other !== at);
    const nearest = others.reduce((best, other) =>
      cosine(row(at), row(other)) > cosine(row(at), row(best)) ? other : best,
    );
    return kinds[nearest] === kind;
  });
  return right.length / kinds.length;
}

describe('training', () => {
  it('finds the informative directions among uninformative ones', () => {
    const { replies, kinds, space } = planted(400, 10);
    const options = { seed: 1, steps: 400, miniBatch: 32, dimensions: 4 };
    const { query, heldOutLoss, steps } = trainMaps(replies, space, null, options);
    expect(foundByNearest(mapped(principalMap(space, 20, 1, createRandom(1)), space), kinds)).toBeLessThan(
      0.6,
    );
    expect(foundByNearest(mapped(query, space), kinds)).toBeGreaterThan(0.9);
    expect(heldOutLoss.after).toBeLessThan(heldOutLoss.before);
    expect(steps).toBeGreaterThan(0);
    expect(trainMaps(replies, space, null, options).query.values).toEqual(query.values);
  });

  it('stops early and keeps the first map if there is nothing to learn', () => {
    const { replies, space } = planted(300, 10);
    const noise = createRandom(9);
    const senseless = { ...replies, likeness: () => noise.next() };
    const { query, steps } = trainMaps(senseless, space, null, {
      seed: 1,
      steps: 2000,
      miniBatch: 32,
      dimensions: 20,
    });
    expect(steps).toBeLessThan(1000);
    expect(query.values.every(Number.isFinite)).toBe(true);
  });
});

describe('a trained space', () => {
  const corpus = buildRetrievalCorpus(generatedDialogues(50, 8));
  const space = contextSpace(corpus, distanceMarkedWords('three', 3), { dimensions: 16, seed: 1 });
  const answers = answerSpace(corpus, plainWords('three', 3), { dimensions: 16, seed: 1 });
  const replies = Array.from(corpus.replyTurns.keys());
  const answerOf = (reply: number) => corpusTurn(corpus, corpus.replyTurns[reply]).shapes.join();
  const options = { ...TRAINING_DEFAULTS, steps: 120, miniBatch: 32, seed: 3 };

  function separation(vectors: Float32Array): number {
    const sums = { same: [0, 0], other: [0, 0] };
    const at = (reply: number) => vectors.subarray(16 * reply, 16 * reply + 16);
    for (const a of replies) {
      for (const b of replies.slice(a + 1)) {
        const sum = answerOf(a) === answerOf(b) ? sums.same : sums.other;
        sum[0] += cosine(at(a), at(b));
        sum[1]++;
      }
    }
    return sums.same[0] / sums.same[1] - sums.other[0] / sums.other[1];
  }

  it('brings contexts with similar answers closer together', () => {
    const trained = trainedSpace(corpus, space, null, options);
    expect(separation(trained.vectors)).toBeGreaterThan(1.2 * separation(space.vectors));
  });

  it('brings contexts closer to their own answers', () => {
    const own = ({ vectors, encode }: ReturnType<typeof trainedSpace>) =>
      replies.reduce((sum, reply) => {
        const query = encode(historyOfReply(corpus, reply));
        const at = (one: number) => cosine(query, vectors.subarray(16 * one, 16 * one + 16));
        const other = (reply + Math.floor(replies.length / 2)) % replies.length;
        return sum + (at(reply) - at(other)) / replies.length;
      }, 0);
    const untrained = trainedSpace(corpus, space, answers, { ...options, steps: 0 });
    expect(own(trainedSpace(corpus, space, answers, options))).toBeGreaterThan(own(untrained) + 0.1);
  });

  it('without training changes only the length, and encodes queries like turns', () => {
    const untrained = trainedSpace(corpus, space, null, { ...options, steps: 0 });
    untrained.vectors.forEach((value, at) => {
      expect(value).toBeCloseTo(space.vectors[at], 5);
    });
    const trained = trainedSpace(corpus, space, null, options);
    const query = trained.encode(historyOfReply(corpus, 4));
    expect(cosine(query, trained.vectors.subarray(64, 80))).toBeCloseTo(1, 4);
  });

  it('can combine two encoders, with fewer numbers than both have', () => {
    const both = trainedSpace(corpus, joinedSpace([space, answers]), null, { ...options, dimensions: 16 });
    expect(both.dimensions).toBe(16);
    expect(both.encode(historyOfReply(corpus, 4))).toHaveLength(16);
    expect(separation(both.vectors)).toBeGreaterThan(1.2 * separation(space.vectors));
  });
});
