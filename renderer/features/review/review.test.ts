import { describe, expect, it } from 'vitest';
import type { TurnTag } from '#shared/contract/corpus.ts';
import type { ReviewItem } from '#shared/contract/review.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { secondsLeft } from './queue/queue-view.tsx';
import { slotsOf as slotsByKey, TAG_KEYS, type TagSlot } from './queue/tag-toggles.tsx';

const tag = (name: string, id: number): TurnTag => ({
  id: id as TagId,
  name,
  origin: 'offline',
  run: 1 as RunId,
});

const item = (tags: string[], removed: string[], offered: string[]): ReviewItem =>
  ({
    tags: tags.map(tag),
    removedTags: removed.map(tag),
    suggestions: offered.map((name) => ({ name, reason: 'follows' })),
  }) as unknown as ReviewItem;

const PINS = [
  { key: 3, tag: 9 as TagId, name: 'pinned' },
  { key: 5, tag: 2 as TagId, name: 'b' },
];

/** Without the empty slots. */
const slotsOf = (...asked: Parameters<typeof slotsByKey>): TagSlot[] =>
  slotsByKey(...asked).flatMap((slot) => slot ?? []);

describe('the slots of a turn', () => {
  it('hold its tags, removed ones, and suggestions, up to ten', () => {
    const many = Array.from({ length: 12 }, (_, index) => `s${index}`);
    const slots = slotsOf(item(['a', 'b'], ['c'], many), []);
    expect(slots).toHaveLength(TAG_KEYS);
    expect(slots.slice(0, 4).map(({ name }) => name)).toEqual(['a', 'b', 'c', 's0']);
    expect(slots.slice(0, 4).map((slot) => slot.tag !== null)).toEqual([true, true, false, false]);
    expect(slots.map(({ removed }) => removed).indexOf(true)).toBe(2);
  });

  it('include every tag of a turn with more than ten', () => {
    const many = Array.from({ length: 12 }, (_, index) => `t${index}`);
    expect(slotsOf(item(many, [], ['s']), []).map(({ name }) => name)).toEqual(many);
  });

  it('keep their places when tags come and go; new ones come last', () => {
    const before = slotsOf(item(['a', 'b'], [], ['c', 'd']), []).map(({ name }) => name);
    const after = slotsOf(item(['b', 'c', 'new'], ['a'], ['d']), before);
    expect(after.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'new']);
    expect(after.map((slot) => slot.tag !== null)).toEqual([false, true, true, false, true]);
  });
});

describe('pinned tags', () => {
  it('stay at their keys, and the others share the rest', () => {
    const slots = slotsByKey(item(['a', 'b'], ['c'], ['d', 'pinned']), [], PINS);
    expect(slots.map((slot) => slot?.name ?? null)).toEqual(['a', 'c', 'pinned', 'd', 'b']);
    expect(slots.map((slot) => slot?.pinned)).toEqual([false, false, true, false, true]);
    expect(slots[4]?.tag).not.toBeNull();
    const bare = slotsByKey(item([], [], []), [], PINS);
    expect(bare.map((slot) => slot?.name ?? null)).toEqual([null, null, 'pinned', null, 'b']);
    const many = Array.from({ length: 12 }, (_, index) => `t${index}`);
    expect(slotsOf(item(many, [], []), [], PINS)).toHaveLength(14);
  });

  it('keep their keys when tags come and go', () => {
    const before = slotsByKey(item(['a'], [], []), [], PINS).map((slot) => slot?.name ?? null);
    const after = slotsByKey(item(['a', 'pinned', 'new'], [], []), before, PINS);
    expect(after.map((slot) => slot?.name ?? null)).toEqual(['a', null, 'pinned', null, 'b', 'new']);
  });
});

describe('the remaining time', () => {
  it('is the median step times the rest, without breaks', () => {
    expect(secondsLeft([0, 1000, 3000, 5000], 10)).toBe(20);
    expect(secondsLeft([0, 1000, 900_000, 902_000, 904_000], 10)).toBe(20);
  });

  it('is unknown after a few decisions', () => {
    expect(secondsLeft([0, 1000, 2000], 10)).toBeNull();
    expect(secondsLeft([], 10)).toBeNull();
  });
});
