import { sharedDepth } from '../context/context-route.ts';
import type { RetrievalQuery } from '../query.ts';
import type { Channel } from '../words/channel.ts';
import type { CandidatePool, PoolSources } from './candidate-pool.ts';
import { LIST_LENGTH } from './candidate-pool.ts';

/** The ranker's features of every candidate of a pool; row-major, one row per candidate. */
export interface CandidateFeatures {
  readonly count: number;
  readonly width: number;
  readonly values: Float32Array;
}

export interface FeatureSources extends PoolSources {
  /** Channels that only score candidates from other channels. */
  readonly judging: readonly Channel[];
  /** Position of every training turn among the system turns of its dialogue. */
  readonly positions: Int32Array;
}

/** Names of the columns, in order. */
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
  const count = pool.turns.length;
  const values = new Float32Array(count * width);
  const judged = judging.map((channel) => shareOfBest(channel.scorePool(query.history, pool.turns)));
  const length = query.history[query.history.length - 1]?.words.length ?? 0;
  for (let member = 0; member < count; member++) {
    const turn = pool.turns[member];
    let at = member * width;
    for (const scores of pool.scores) values[at++] = scores[member];
    for (let channel = 0; channel < naming.length; channel++) {
      values[at++] = -Math.log((pool.ranks[channel].get(turn) ?? 1.5 * LIST_LENGTH) + 5);
    }
    for (const scores of judged) values[at++] = scores[member];
    const depth = sharedDepth(automaton, pool.route.path, turn);
    const state = pool.route.path[depth];
    values[at++] = depth;
    values[at++] = Math.log(
      automaton.turns.length / (automaton.rangeEnds[state] - automaton.rangeStarts[state]),
    );
    values[at++] = Math.min(positions[turn], 2) === Math.min(query.position, 2) ? 1 : 0;
    values[at++] = Math.min(4, Math.abs(positions[turn] - query.position));
    values[at++] = pool.fused[member];
    const round = corpus.turnRounds[turn] - 1;
    const turnLength = corpus.wordOffsets[round + 1] - corpus.wordOffsets[round];
    values[at++] = Math.abs(Math.log((1 + turnLength) / (1 + length)));
  }
  return { count, width, values };
}

function shareOfBest(scores: Float32Array): Float32Array {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  return best === 0 ? scores.fill(0) : scores.map((score) => score / best);
}
