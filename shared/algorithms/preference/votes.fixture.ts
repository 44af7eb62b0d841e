import { createRandom } from '../random/random.ts';
import { preferenceChance } from './bradley-terry.ts';
import type { Vote } from './votes.ts';

/** Votes drawn from known strengths, ties at a fixed share, one vote an item. */
export function simulateVotes(
  strengths: Readonly<Record<string, number>>,
  votes: number,
  seed: number,
  tieShare = 0.1,
): Vote[] {
  const random = createRandom(seed);
  const names = Object.keys(strengths);
  return Array.from({ length: votes }, (_, at) => {
    const [first, second] = random.shuffle(names);
    const isTie = random.next() < tieShare;
    const isWon = random.next() < preferenceChance(strengths[first], strengths[second]);
    return { item: `item-${at}`, first, second, outcome: isTie ? 'tie' : isWon ? 'first' : 'second' };
  });
}
