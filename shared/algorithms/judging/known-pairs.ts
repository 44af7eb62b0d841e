import type { Random } from '../random/random.ts';

/** The answers of one item, by turn: the true reply, and one that is certainly worse. */
export interface KnownPair {
  readonly item: number;
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

/** A judge that is right less often is not used. A coin is right in half of the pairs. */
export const LEAST_ACCURACY = 0.65;

interface TrueReplies {
  readonly item: number;
  /** By turn. */
  readonly truths: readonly string[];
}

/**
 * Returns pairs of which the better answer is known: the true reply against the reply of another item, and
 * every other time against itself with its words in random order. Items without a usable worse reply are
 * left out.
 */
export function knownPairs(items: readonly TrueReplies[], count: number, random: Random): KnownPair[] {
  const pairs: KnownPair[] = [];
  for (const { item, truths } of random.shuffle([...items])) {
    if (pairs.length === count) break;
    const others = items.filter((other) => other.item !== item && other.truths.length > 0);
    const stranger = others[Math.floor(random.next() * others.length)]?.truths;
    const worse =
      pairs.length % 2 === 0 && stranger
        ? truths.map((_, turn) => stranger[turn % stranger.length] ?? '')
        : truths.map((text) => random.shuffle(text.split(/\s+/)).join(' '));
    if (!isSame(worse, truths)) pairs.push({ item, better: truths, worse });
  }
  return pairs;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n').trim() === other.join('\n').trim();
