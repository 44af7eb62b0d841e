import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';

/** The tags in the dialogues of a sample, counted once per dialogue. */
export interface TagShares {
  readonly dialogues: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Counts in how many of the dialogues each tag occurs. */
export function tagShares(dialogues: Iterable<Iterable<string>>): TagShares {
  const counts = new Map<string, number>();
  let size = 0;
  for (const tags of dialogues) {
    size++;
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return { dialogues: size, counts };
}

/** A tag that fewer of a state's dialogues carry does not name it. */
const LEAST_SHARE = 0.25;

/**
 * The tags that tell a state from the others: those with the highest p · ln(p / p₀), where p is the tag's share among
 * the dialogues of the state and p₀ among all (a term of the Kullback–Leibler divergence). A tag all dialogues have
 * tells nothing. Ties by code point.
 *
 * @param here tags of the state's dialogues on their way to it
 * @param all the same of all dialogues, to their end
 * @param most how many at most
 */
export function tellingTags(here: TagShares, all: TagShares, most = 2): string[] {
  const scored: { tag: string; score: number }[] = [];
  for (const [tag, count] of here.counts) {
    const share = count / here.dialogues;
    const base = Math.max(1, all.counts.get(tag) ?? 0) / Math.max(1, all.dialogues);
    const score = share * Math.log(share / base);
    if (share >= LEAST_SHARE && score > 0) scored.push({ tag, score });
  }
  return scored
    .sort((a, b) => b.score - a.score || compareCodePoints(a.tag, b.tag))
    .slice(0, most)
    .map(({ tag }) => tag);
}

/** Indexes 0 … count-1, at most `most` of them, spread evenly. */
export function evenly(count: number, most: number): number[] {
  const size = Math.min(count, most);
  return Array.from({ length: size }, (_, at) => Math.floor(((at + 0.5) * count) / size));
}
