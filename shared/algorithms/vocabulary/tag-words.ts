import type { TagSequences } from './tag-contexts.ts';

/** The maximum number of turns of a tag whose words are read. More would add little. */
const MOST_ROUNDS = 200;

/** The words in the turns of each tag, compared with their overall frequency. */
interface TagWords {
  /** By tag: the frequency of each word in its turns, times its inverse document frequency, scaled to length 1. */
  readonly vectors: readonly ReadonlyMap<string, number>[];
}

/**
 * Counts the words of up to 200 turns of each tag, spread evenly. Linear in those words.
 * @param wordsAt the words of a turn, called at most once
 */
export function countWords(
  { tagCount, tagOffsets, tags }: TagSequences,
  wordsAt: (round: number) => readonly string[],
): TagWords {
  const rounds = new Int32Array(tagCount);
  for (const tag of tags) rounds[tag]++;
  const seen = new Int32Array(tagCount);
  const tallies = Array.from({ length: tagCount }, () => new Map<string, number>());
  const roundsWith = new Map<string, number>();
  let read = 0;
  for (let round = 0; round + 1 < tagOffsets.length; round++) {
    const sampled = tags.subarray(tagOffsets[round], tagOffsets[round + 1]).filter((tag) => {
      const apart = Math.ceil(rounds[tag] / MOST_ROUNDS);
      return seen[tag]++ % apart === 0;
    });
    if (sampled.length === 0) continue;
    read++;
    for (const word of new Set(wordsAt(round))) {
      add(roundsWith, word);
      for (const tag of sampled) add(tallies[tag], word);
    }
  }
  return {
    vectors: tallies.map((tally) => {
      const weights = Array.from(
        tally,
        ([word, count]) => [word, count * Math.log(read / (roundsWith.get(word) as number))] as const,
      );
      const length = Math.hypot(...weights.map(([, weight]) => weight));
      return new Map(weights.map(([word, weight]) => [word, length === 0 ? 0 : weight / length]));
    }),
  };
}

function add(tally: Map<string, number>, word: string): void {
  tally.set(word, (tally.get(word) ?? 0) + 1);
}

/** Returns the cosine of the words used with two tags; 0 … 1. With few turns it is low. */
export function wordSimilarity({ vectors }: TagWords, left: number, right: number): number {
  const [fewer, more] = [vectors[left], vectors[right]].sort((a, b) => a.size - b.size);
  let sum = 0;
  for (const [word, weight] of fewer) sum += weight * (more.get(word) ?? 0);
  return Math.min(1, sum);
}
