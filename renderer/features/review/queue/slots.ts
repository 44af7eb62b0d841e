import type { RoundTag } from '#shared/contract/corpus.ts';
import type { PinnedTag } from '#shared/contract/notes.ts';
import type { ReviewItem, TagSuggestionOfRound } from '#shared/contract/review.ts';

/** A tag that a turn has or may get. It keeps its place, so that its key stays the same. */
export interface TagSlot {
  readonly name: string;
  /** The tag as it is on the turn; null if the turn does not have it. */
  readonly tag: RoundTag | null;
  /** True if a machine gave it and a person removed it. */
  readonly removed: boolean;
  /** The reason for the suggestion; null if it is none. */
  readonly reason: TagSuggestionOfRound['reason'] | null;
  /** True if a person pinned it to this key. */
  readonly pinned: boolean;
}

export const TAG_KEYS = 10;

/**
 * Returns the tags of a turn in the order of their keys: those it has, removed ones, suggested ones. A pinned
 * tag is always at its key; the others share the rest. Null if a key before a pinned tag has none.
 *
 * Names that were there before keep their place, so that nothing moves while the person types. New names come
 * at the end.
 * @param before names by place when the turn was last shown; empty for a new turn
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

/** Returns names by place: pinned ones at their keys, the others in order. Includes all of the turn's own. */
function placed(names: readonly string[], own: number, pins: readonly PinnedTag[]): (string | null)[] {
  const pinned = new Map(pins.map(({ key, name }) => [key - 1, name]));
  const free = names.filter((name) => !pins.some((pin) => pin.name === name));
  const length = Math.max(TAG_KEYS, own + pins.length);
  let next = 0;
  const all = Array.from({ length }, (_, at) => pinned.get(at) ?? free[next++] ?? null);
  return all.slice(0, all.findLastIndex((name) => name !== null) + 1);
}
