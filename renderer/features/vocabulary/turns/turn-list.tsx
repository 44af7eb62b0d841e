import type { TurnRow } from '#shared/contract/vocabulary.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { openInExplore } from '../../../project/mode.ts';
import { Icon } from '../../../ui/text/icon.tsx';

interface TurnListProps {
  readonly label: string;
  readonly turns: readonly TurnRow[];
  /** Null in a dialog, because a click must not close the dialog. */
  readonly onOpen: (() => void) | null;
}

export function TurnList({ label, turns, onOpen }: TurnListProps) {
  return (
    <ul className="turn-rows line-above" aria-label={label}>
      {turns.map((turn) => (
        <li key={turn.turn}>
          <span
            className={`role-mark role-mark-${turn.role}`}
            role="img"
            aria-label={ROLE_NAMES[turn.role]}
          />
          <span className="turn-rows-text breaks">{turn.text || '(no text)'}</span>
          <span className="quiet small turn-rows-tags shrink hides in-2">
            {turn.tags.map((tag) => `#${tag.name}`).join(' ') || 'no tags'}
          </span>
          {onOpen ? (
            <button
              type="button"
              className="link small"
              title="Show this turn in its dialogue"
              onClick={() => {
                openInExplore(turn.dialogue, turn.index);
                onOpen();
              }}
            >
              {turn.externalId}, turn {turn.index + 1}
              <Icon name="chevron-right" />
            </button>
          ) : (
            <span className="quiet small">
              {turn.externalId}, turn {turn.index + 1}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
