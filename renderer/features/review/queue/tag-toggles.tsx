import type { RunId } from '#shared/domain/ids.ts';
import { useKeyText } from '../../../commands/command-keys.ts';
import { HintCard } from '../../../ui/overlays/hint-card.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { KeyCap } from '../../../ui/text/key-cap.tsx';
import { TagCard } from '../../vocabulary/index.ts';
import { reviewCommands, TOGGLE_COMMANDS } from '../commands.ts';
import type { TagSlot } from './slots.ts';
import '../../../ui/inputs/toggle.css';
import './queue.css';

const REASONS: Readonly<Record<NonNullable<TagSlot['reason']>, string>> = {
  other: 'from another tagger',
  follows: 'often follows the previous tags',
  recent: 'used recently',
  frequent: 'frequent for this speaker',
};

function titleOf({ tag, removed, reason, pinned }: TagSlot): string {
  if (tag) return tag.origin === 'person' ? 'set by a person' : `from the ${tag.origin} tagger`;
  if (removed) return 'removed, restore it';
  if (pinned) return 'pinned to this key';
  return reason === null ? 'suggested' : REASONS[reason];
}

/** Shows the tags that a turn has or may get as toggles, with their keys. */
export function TagToggles({
  run,
  slots,
  onToggle,
  onType,
}: {
  readonly run: RunId;
  readonly slots: readonly (TagSlot | null)[];
  readonly onToggle: (slot: number) => void;
  readonly onType: () => void;
}) {
  const keyText = useKeyText();
  return (
    <fieldset className="review-tags">
      <legend className="visually-hidden">Tags of the turn</legend>
      {slots.map((slot, at) => {
        if (!slot) return null;
        const command = TOGGLE_COMMANDS[at];
        const key = command ? keyText(command) : null;
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
              <button
                type="button"
                className={`toggle toggle-${looks}`}
                aria-pressed={slot.tag !== null}
                aria-keyshortcuts={key ?? undefined}
                aria-describedby={describedBy}
                // The focus stays on the turn, not on the clicked tag.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onToggle(at)}
              >
                <KeyCap text={key} />
                {slot.pinned && <Icon name="pin" />}
                {looks === 'person' && <Icon name="lock" />}
                <span className="toggle-name">#{slot.name}</span>
              </button>
            )}
          </HintCard>
        );
      })}
      <button
        type="button"
        className="toggle toggle-type"
        title="Find a tag, or make a new one"
        onPointerDown={(event) => event.preventDefault()}
        onClick={onType}
      >
        <KeyCap text={keyText(reviewCommands.tag)} />
        <Icon name="plus" />
        other tag
      </button>
    </fieldset>
  );
}
