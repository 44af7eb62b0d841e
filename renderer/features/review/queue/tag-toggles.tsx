import type { TurnTag } from '#shared/contract/corpus.ts';
import type { PinnedTag, ReviewItem, TagSuggestionOfTurn } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { KeyButton } from '../../../commands/command-button.tsx';
import { HintCard } from '../../../ui/overlays/menu.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { TagCard } from '../../vocabulary/index.ts';
import { reviewCommands, TOGGLE_COMMANDS } from '../commands.ts';

/** A tag that a turn has or may get. It keeps its place, so that its key stays the same. */
export interface TagSlot {
  readonly name: string;
  readonly tag: TurnTag | null;
  readonly removed: boolean;
  readonly reason: TagSuggestionOfTurn['reason'] | null;
  /** True if a person pinned it to this key. */
  readonly pinned: boolean;
}

export const TAG_KEYS = 10;

/**
 * Returns own, removed and suggested tags in the order of keys, pinned ones at their keys; null for a key without one.
 * Names keep their place, so that nothing moves while the person types; new ones come last.
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

function placed(names: readonly string[], own: number, pins: readonly PinnedTag[]): (string | null)[] {
  const pinned = new Map(pins.map(({ key, name }) => [key - 1, name]));
  const free = names.filter((name) => !pins.some((pin) => pin.name === name));
  const length = Math.max(TAG_KEYS, own + pins.length);
  let next = 0;
  const all = Array.from({ length }, (_, at) => pinned.get(at) ?? free[next++] ?? null);
  return all.slice(0, all.findLastIndex((name) => name !== null) + 1);
}

const REASONS: Readonly<Record<NonNullable<TagSlot['reason']>, string>> = {
  other: 'from another tagger',
  follows: 'often follows the previous tags',
  recent: 'used recently',
  frequent: 'common for this speaker',
};

function titleOf({ tag, removed, reason, pinned }: TagSlot): string {
  if (tag) return tag.origin === 'person' ? 'set by a person' : `from the ${tag.origin} tagger`;
  if (removed) return 'removed; choose it to restore it';
  if (pinned) return 'pinned to this key';
  return reason === null ? 'suggested' : REASONS[reason];
}

interface TagTogglesProps {
  readonly run: RunId;
  readonly slots: readonly (TagSlot | null)[];
  readonly onToggle: (slot: number) => void;
  readonly onType: () => void;
}

export function TagToggles({ run, slots, onToggle, onType }: TagTogglesProps) {
  return (
    <fieldset className="rigid wrap flex gap-2">
      <legend className="visually-hidden">Tags of the turn</legend>
      {slots.map((slot, at) => {
        if (!slot) return null;
        const looks = slot.tag
          ? slot.tag.origin === 'person'
            ? 'person'
            : 'machine'
          : slot.removed
            ? 'removed'
            : 'offered';
        return (
          <HintCard key={slot.name} card={() => <TagCard run={run} name={slot.name} why={titleOf(slot)} />}>
            {(describedBy) => (
              <KeyButton
                command={TOGGLE_COMMANDS[at]}
                className={`toggle toggle-${looks}`}
                aria-pressed={slot.tag !== null}
                aria-describedby={describedBy}
                onClick={() => onToggle(at)}
              >
                {slot.pinned && <Icon name="pin" />}
                {looks === 'person' && <Icon name="lock" />}
                <span className="toggle-name clip">#{slot.name}</span>
              </KeyButton>
            )}
          </HintCard>
        );
      })}
      <KeyButton
        command={reviewCommands.tag}
        className="toggle toggle-type"
        title="Find or create a tag"
        onClick={onType}
      >
        <Icon name="plus" />
        other tag
      </KeyButton>
    </fieldset>
  );
}
