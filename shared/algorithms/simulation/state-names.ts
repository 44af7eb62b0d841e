import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';

export interface TagShares {
  readonly dialogues: number;
  readonly counts: ReadonlyMap<string, number>;
}

export function tagShares(dialogues: Iterable<Iterable<string>>): TagShares {
  const counts = new Map<string, number>();
  let size = 0;
  for (const tags of dialogues) {
    size++;
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return { dialogues: size, counts };
}

/** A tag names a state only if at least this share of the dialogues at the state has the tag. */
const LEAST_SHARE = 0.25;

/**
 * Returns the tags that distinguish a state, by p · ln(p / p₀), a term of the Kullback–Leibler divergence.
 * Ties are ordered by code point. `here` counts the state's dialogues on their path to it, `all` whole dialogues.
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

export function evenly(count: number, most: number): number[] {
  const size = Math.min(count, most);
  return Array.from({ length: size }, (_, at) => Math.floor(((at + 0.5) * count) / size));
}
