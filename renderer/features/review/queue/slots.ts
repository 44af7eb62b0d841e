import type { RoundTag } from '#shared/contract/corpus.ts';
import type { ReviewItem, TagSuggestionOfRound } from '#shared/contract/review.ts';

/** A tag that a round has or might want, at a place of its own, so that its key stays the same. */
export interface TagSlot {
  readonly name: string;
  /** The tag as it stands on the round; null where the round does not have it. */
  readonly tag: RoundTag | null;
  /** A machine gave it and a person took it away. */
  readonly removed: boolean;
  /** Why it is offered; null where the round has or had it when it was first seen. */
  readonly reason: TagSuggestionOfRound['reason'] | null;
}

/** How many keys there are for tags: 1 … 9 and 0. */
export const TAG_KEYS = 10;

/**
 * The tags of a round in the order of their keys: those it has, those taken away, those suggested.
 *
 * Names that were there before keep their place whatever became of them, so that nothing moves under the person's
 * fingers; what is new comes after what the round has or had, else at the end.
 * @param before names in their places when the round was last shown; empty for a round just come to
 */
export function slotsOf(item: ReviewItem, before: readonly string[]): TagSlot[] {
  const own = [...item.tags, ...item.removedTags].map((tag) => tag.name);
  const offered = item.suggestions.map((suggestion) => suggestion.name);
  const names =
    before.length === 0
      ? [...new Set([...own, ...offered])].slice(0, Math.max(TAG_KEYS, own.length))
      : [...before, ...own.filter((name) => !before.includes(name))];
  return names.map((name) => ({
    name,
    tag: item.tags.find((tag) => tag.name === name) ?? null,
    removed: item.removedTags.some((tag) => tag.name === name),
    reason: item.suggestions.find((suggestion) => suggestion.name === name)?.reason ?? null,
  }));
}
