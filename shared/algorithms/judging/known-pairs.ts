import { wilsonInterval } from '../agreement/wilson.ts';
import type { Random } from '../random/random.ts';

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n').trim() === other.join('\n').trim();

interface KnownPair {
  readonly item: number;
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

/** A less accurate judge is not used. Guessing reaches one half. */
export const LEAST_ACCURACY = 0.65;

interface TrueReplies {
  readonly item: number;
  readonly truths: readonly string[];
}

/** Pairs the true reply with another item's reply or, every other time, with its own words in random order. */
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

interface TaggedReply {
  readonly dialogue: string | number;
  readonly text: string;
  readonly tags: readonly string[];
}

interface PairByTags<Reply> {
  readonly reply: Reply;
  readonly better: string;
  readonly worse: string;
  readonly isShuffled: boolean;
}

/**
 * Makes pairs for judges that compare answers with the true reply. The better answer is a reply with the same tags from
 * another dialogue. The worse one is a reply with other tags or, every other time, the better one with its words in
 * random order. A dialogue gives at most one pair.
 */
export function pairsByTags<Reply extends TaggedReply>(
  replies: readonly Reply[],
  count: number,
  random: Random,
): PairByTags<Reply>[] {
  const namesOf = (tags: readonly string[]): string => [...new Set(tags)].sort().join('+');
  const byTags = new Map<string, Reply[]>();
  for (const reply of replies) {
    const alike = byTags.get(namesOf(reply.tags));
    if (alike) alike.push(reply);
    else byTags.set(namesOf(reply.tags), [reply]);
  }
  const pairs: PairByTags<Reply>[] = [];
  const used = new Set<Reply['dialogue']>();
  for (const reply of random.shuffle([...replies])) {
    if (pairs.length === count) break;
    const { dialogue, text, tags } = reply;
    if (used.has(dialogue)) continue;
    const alike = (byTags.get(namesOf(tags)) ?? []).filter(
      (other) => other.dialogue !== dialogue && other.text !== text,
    );
    const others = replies.filter(
      (other) => other.dialogue !== dialogue && !other.tags.some((tag) => tags.includes(tag)),
    );
    if (alike.length === 0 || others.length === 0) continue;
    used.add(dialogue);
    const better = alike[random.integer(alike.length)]?.text ?? '';
    const isShuffled = pairs.length % 2 === 1;
    const worse = isShuffled
      ? random.shuffle(better.split(/\s+/)).join(' ')
      : (others[random.integer(others.length)]?.text ?? '');
    pairs.push({ reply, better, worse, isShuffled });
  }
  return pairs;
}

/** Returns the accuracy of a judge with its interval. A tie counts half, but the interval needs whole pairs. */
export function checkOf({ pairs, right, ties }: Readonly<Record<'pairs' | 'right' | 'ties', number>>) {
  const { low, high } = wilsonInterval(Math.floor(right + ties / 2), pairs);
  const accuracy = (right + ties / 2) / pairs;
  return { pairs, right, ties, accuracy, low, high, passed: accuracy >= LEAST_ACCURACY };
}
