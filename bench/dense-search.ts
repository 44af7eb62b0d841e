/**
 * Measures exact search over sentence vectors, one query at a time.
 *
 * npx node bench/dense-search.ts [turns] (default: 320000)
 *
 * Vectors are random, of 384 numbers (MiniLM) and of 128 (LSA and trained methods). Medians in ms.
 */
import { performance } from 'node:perf_hooks';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { topK } from '../shared/algorithms/retrieval/ranking/top-k.ts';
import { denseChannel } from '../shared/algorithms/retrieval/words/channel.ts';

const TURNS = Number(process.argv[2] ?? 320_000);
const NEAREST = 60;
const QUERIES = 25;
const WARM_UP = 4;

const random = createRandom(1);
const median = (values: readonly number[]): number =>
  Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(1));

function measure(dimensions: number) {
  const vectors = new Float32Array(TURNS * dimensions).map(() => random.next() - 0.5);
  const query = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
  const channel = denseChannel('made up', { dimensions, vectors, encode: () => query });
  const clock: number[] = [];
  const processor: number[] = [];
  for (let at = -WARM_UP; at < QUERIES; at++) {
    const started = performance.now();
    const before = process.cpuUsage();
    topK(channel.scoreAll([]), NEAREST);
    const { user, system } = process.cpuUsage(before);
    if (at < 0) continue;
    clock.push(performance.now() - started);
    processor.push((user + system) / 1000);
  }
  return { dimensions, clockMs: median(clock), processorMs: median(processor) };
}

console.log(
  JSON.stringify({
    bench: 'dense-search',
    turns: TURNS,
    nearest: NEAREST,
    sizes: [measure(384), measure(128)],
  }),
);
