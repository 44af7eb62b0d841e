import type { RoundTag } from '#shared/contract/corpus.ts';
import type { PinnedTag } from '#shared/contract/notes.ts';
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
  /** A person pinned it to this key. */
  readonly pinned: boolean;
}

/** How many keys there are for tags: 1 … 9 and 0. */
export const TAG_KEYS = 10;

/**
 * The tags of a round in the order of their keys: those it has, those taken away, those suggested. A pinned tag stands at
 * its key whatever the round; the others share what is left. Null where a key before a pinned one has nothing to give.
 *
 * Names that were there before keep their place whatever became of them, so that nothing moves under the person's
 * fingers; what is new comes after what the round has or had, else at the end.
 * @param before names in their places when the round was last shown; empty for a round just come to
 */
export function slotsOf(
  item: ReviewItem,
  before: readonly (string | null)[],
  pins: readonly PinnedTag[] = [],
): (TagSlot | null)[] {
  const own = [...item.tags, ...item.removedTags].map((tag) => tag.name);
  const offered = item.suggestions.map((suggestion) => suggestion.name);
  const names =
    before.length === 0
      ? placed([...new Set([...own, ...offered])], own.length, pins)
      : [...before, ...own.filter((name) => !before.includes(name))];
  return names.map((name, at) =>
    name === null
      ? null
      : {
          name,
          tag: item.tags.find((tag) => tag.name === name) ?? null,
          removed: item.removedTags.some((tag) => tag.name === name),
          reason: item.suggestions.find((suggestion) => suggestion.name === name)?.reason ?? null,
          pinned: pins.some((pin) => pin.key === at + 1 && pin.name === name),
        },
  );
}

/** Names at their keys: the pinned ones first, then the others in order; all of the round's own, however many. */
function placed(names: readonly string[], own: number, pins: readonly PinnedTag[]): (string | null)[] {
  const pinned = new Map(pins.map(({ key, name }) => [key - 1, name]));
  const free = names.filter((name) => !pins.some((pin) => pin.name === name));
  const length = Math.max(TAG_KEYS, own + pins.length);
  let next = 0;
  const all = Array.from({ length }, (_, at) => pinned.get(at) ?? free[next++] ?? null);
  return all.slice(0, all.findLastIndex((name) => name !== null) + 1);
}
