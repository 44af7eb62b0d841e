import { createRandom } from '../../random/random.ts';
import { sharedDepth } from '../context/context-route.ts';
import { createAdam } from '../dense/dense-algebra.ts';
import type { RetrievalQuery } from '../query.ts';
import type { Channel } from '../words/channel.ts';
import { type CandidatePool, LIST_LENGTH, type PoolSources } from './candidate-pool.ts';

interface CandidateFeatures {
  readonly count: number;
  readonly width: number;
  readonly values: Float32Array;
}

export interface FeatureSources extends PoolSources {
  readonly judging: readonly Channel[];
  /** Position of every training turn among the system turns of its dialogue. */
  readonly positions: Int32Array;
}

export function featureNames({ naming, judging }: FeatureSources): string[] {
  return [
    ...naming.map((channel) => `share of the best: ${channel.name}`),
    ...naming.map((channel) => `rank: ${channel.name}`),
    ...judging.map((channel) => `share of the best: ${channel.name}`),
    'transitions shared',
    'how rare the shared state is',
    'same position',
    'distance of positions',
    'fused rank',
    'difference of lengths',
  ];
}

export function candidateFeatures(
  sources: FeatureSources,
  query: RetrievalQuery,
  pool: CandidatePool,
): CandidateFeatures {
  const { corpus, automaton, naming, judging, positions } = sources;
  const width = 2 * naming.length + judging.length + 6;
  const count = pool.replies.length;
  const values = new Float32Array(count * width);
  const judged = judging.map((channel) => shareOfBest(channel.scorePool(query.history, pool.replies)));
  const length = query.history[query.history.length - 1]?.words.length ?? 0;
  for (let member = 0; member < count; member++) {
    const reply = pool.replies[member];
    let at = member * width;
    for (const scores of pool.scores) values[at++] = scores[member];
    for (let channel = 0; channel < naming.length; channel++) {
      values[at++] = -Math.log((pool.ranks[channel].get(reply) ?? 1.5 * LIST_LENGTH) + 5);
    }
    for (const scores of judged) values[at++] = scores[member];
    const depth = sharedDepth(automaton, pool.route.path, reply);
    const state = pool.route.path[depth];
    values[at++] = depth;
    values[at++] = Math.log(
      automaton.replies.length / (automaton.rangeEnds[state] - automaton.rangeStarts[state]),
    );
    values[at++] = Math.min(positions[reply], 2) === Math.min(query.position, 2) ? 1 : 0;
    values[at++] = Math.min(4, Math.abs(positions[reply] - query.position));
    values[at++] = pool.fused[member];
    const turn = corpus.replyTurns[reply] - 1;
    const replyLength = corpus.wordOffsets[turn + 1] - corpus.wordOffsets[turn];
    values[at++] = Math.abs(Math.log((1 + replyLength) / (1 + length)));
  }
  return { count, width, values };
}

function shareOfBest(scores: Float32Array): Float32Array {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  return best === 0 ? scores.fill(0) : scores.map((score) => score / best);
}

/**
 * A conditional logit over a pool: weight_i ∝ exp(θ · standardized features_i). Fitted to maximize Σ ln Σ_i weight_i ·
 * gain_i over training turns; the gain is the similarity to the true answer.
 */
export interface CandidateRanker {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly coefficients: Float64Array;
}

export interface RankerExample {
  readonly features: CandidateFeatures;
  readonly similarities: Float32Array;
}

const EPOCHS = 25;
const MINI_BATCH = 16;
const LEARNING_RATE = 0.03;
const DECAY = 0.0005;

/** Fits a ranker by Adam with decreasing steps; O(epochs · examples · pool · features). */
export function fitRanker(examples: readonly RankerExample[], width: number, seed: number): CandidateRanker {
  const { means, deviations } = momentsOf(examples, width);
  const inputs = examples.map(({ features }) => standardised(features, means, deviations));
  const gains = examples.map(({ similarities }) => Float64Array.from(similarities, gainOf));
  const coefficients = new Float64Array(width);
  const adam = createAdam(coefficients);
  const random = createRandom(seed);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const order = random.shuffle(examples.map((_, at) => at));
    const rate = LEARNING_RATE * (1 - epoch / EPOCHS) + 0.002;
    for (let start = 0; start < order.length; start += MINI_BATCH) {
      const gradient = new Float64Array(width);
      const drawn = order.slice(start, start + MINI_BATCH);
      for (const at of drawn) addGradient(inputs[at], gains[at], coefficients, gradient);
      adam.step(
        gradient.map((sum, k) => DECAY * coefficients[k] - sum / drawn.length),
        rate,
      );
    }
  }
  return { means, deviations, coefficients };
}

export function weigh(
  ranker: CandidateRanker,
  features: CandidateFeatures,
  temperature: number,
): Float64Array {
  const inputs = standardised(features, ranker.means, ranker.deviations);
  return softmax(inputs, ranker.coefficients, temperature);
}

/** Returns the cube of a similarity. Most answers share half of their words by chance; half counts only 1/8. */
function gainOf(similarity: number): number {
  return similarity ** 3 + 0.01;
}

function addGradient(
  inputs: CandidateFeatures,
  gains: Float64Array,
  coefficients: Float64Array,
  gradient: Float64Array,
): void {
  const { count, width, values } = inputs;
  const weights = softmax(inputs, coefficients, 1);
  let expected = 0;
  for (let member = 0; member < count; member++) expected += weights[member] * gains[member];
  if (expected === 0) return;
  for (let member = 0; member < count; member++) {
    const pull = weights[member] * (gains[member] / expected - 1);
    for (let k = 0; k < width; k++) gradient[k] += pull * values[member * width + k];
  }
}

function softmax(inputs: CandidateFeatures, coefficients: Float64Array, temperature: number): Float64Array {
  const { count, width, values } = inputs;
  const weights = new Float64Array(count);
  let highest = Number.NEGATIVE_INFINITY;
  for (let member = 0; member < count; member++) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += coefficients[k] * values[member * width + k];
    weights[member] = sum / temperature;
    if (weights[member] > highest) highest = weights[member];
  }
  let total = 0;
  for (let member = 0; member < count; member++) {
    weights[member] = Math.exp(weights[member] - highest);
    total += weights[member];
  }
  for (let member = 0; member < count; member++) weights[member] /= total;
  return weights;
}

function momentsOf(examples: readonly RankerExample[], width: number) {
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  let count = 0;
  for (const { features } of examples) {
    count += features.count;
    features.values.forEach((value, at) => {
      means[at % width] += value;
    });
  }
  for (let k = 0; k < width; k++) means[k] /= Math.max(1, count);
  for (const { features } of examples) {
    features.values.forEach((value, at) => {
      deviations[at % width] += (value - means[at % width]) ** 2;
    });
  }
  for (let k = 0; k < width; k++) deviations[k] = Math.sqrt(deviations[k] / Math.max(1, count)) || 1;
  return { means, deviations };
}

function standardised(
  features: CandidateFeatures,
  means: Float64Array,
  deviations: Float64Array,
): CandidateFeatures {
  const { width } = features;
  const values = features.values.map((value, at) => (value - means[at % width]) / deviations[at % width]);
  return { ...features, values };
}
