import { createRandom } from '../random/random.ts';

export interface DrawnPair {
  readonly item: number;
  readonly a: number;
  readonly b: number;
}

/**
 * Orders pairs so that each item comes once, with changing contestants, before any comes again.
 * The seed decides order and sides. O(1) per position; null past the last.
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
    // One random stream per position, so that any position can be computed directly.
    const swapped = createRandom(sides * 2 ** 20 + (position % 2 ** 20)).integer(2) === 1;
    return { item: order[at], a: swapped ? second : first, b: swapped ? first : second };
  };
}

export type VoteOutcome = 'first' | 'second' | 'tie' | 'both-bad';

export interface Vote {
  /** The dialogue or turn that was answered. Votes of one item resemble each other and are resampled together. */
  readonly item: string;
  readonly first: string;
  readonly second: string;
  readonly outcome: VoteOutcome;
}

/** Fewer votes are marked as too few. */
export const FEW_VOTES = 30;

/** Points of the first method: 1, 0, or ½ for a tie or two bad answers. */
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
