import { createRandom } from '../random/random.ts';

/** A pair to vote on: item and contestants by their index. */
export interface DrawnPair {
  readonly item: number;
  /** Shown as A, and as B. */
  readonly a: number;
  readonly b: number;
}

/**
 * The order in which every item is drawn with every two contestants, each once: first all items once, each with two
 * contestants of its own, then all items again, so that early votes spread over items and contestants. The seed alone
 * decides the order and the sides. O(items) to begin with, O(1) a draw.
 *
 * @returns the pair at a position from 0; null past the last one
 * @throws RangeError for fewer than two contestants, or a position below 0
 */
export function pairDraws(
  items: number,
  contestants: number,
  seed: number,
): (position: number) => DrawnPair | null {
  if (!(contestants >= 2)) throw new RangeError(`A vote needs two contestants, not ${contestants}.`);
  const pairs: [number, number][] = [];
  for (let i = 0; i < contestants; i++) for (let j = i + 1; j < contestants; j++) pairs.push([i, j]);
  const random = createRandom(seed);
  const sides = random.integer(2 ** 32);
  const order = random.shuffle(Array.from({ length: items }, (_, item) => item));
  const shuffled = random.shuffle(pairs);
  return (position) => {
    if (!(position >= 0)) throw new RangeError(`${position} is not a position in a series.`);
    if (position >= items * pairs.length) return null;
    const at = position % items;
    const turn = Math.floor(position / items);
    const [first, second] = shuffled[(at + turn) % pairs.length];
    // One stream per draw, so that a position can be drawn without those before it.
    const swapped = createRandom(sides * 2 ** 20 + (position % 2 ** 20)).integer(2) === 1;
    return { item: order[at], a: swapped ? second : first, b: swapped ? first : second };
  };
}

/** A vote on two answers to the same question. */
export type VoteOutcome = 'first' | 'second' | 'tie' | 'both-bad';

/** One comparison of two methods. Either may be `first`, as long as the outcome fits. */
export interface Vote {
  /** The dialogue or turn that was answered. Votes of one item resemble each other and are resampled together. */
  readonly item: string;
  readonly first: string;
  readonly second: string;
  readonly outcome: VoteOutcome;
}

/** Fewer votes than this say little, and are marked. */
export const FEW_VOTES = 30;

/** Points of the first method: 1, 0, or ½ for a tie; both bad is a tie, too: it prefers neither. */
export function pointsOfFirst(outcome: VoteOutcome): number {
  return outcome === 'first' ? 1 : outcome === 'second' ? 0 : 0.5;
}

/** @throws RangeError if a method is compared with itself */
export function checkVotes(votes: readonly Vote[]): void {
  for (const { item, first, second } of votes) {
    if (first === second) {
      throw new RangeError(`A vote on ${item} compares "${first}" with itself; leave it out.`);
    }
  }
}
