import type { RoundRow } from '#shared/contract/vocabulary.ts';
import { openInExplore } from '../../../project/mode.ts';
import { Icon } from '../../../ui/text/icon.tsx';

interface RoundListProps {
  readonly label: string;
  readonly rounds: readonly RoundRow[];
  /** Null in a dialog, where a click must not leave it. */
  readonly onOpen: (() => void) | null;
}

export function RoundList({ label, rounds, onOpen }: RoundListProps) {
  return (
    <ul className="round-list line-above" aria-label={label}>
      {rounds.map((round) => (
        <li key={round.round}>
          <span className={`role-mark role-mark-${round.role}`} role="img" aria-label={round.role} />
          <span className="round-list-text">{round.text || '(no text)'}</span>
          <span className="quiet small round-list-tags shrink hides in-2">
            {round.tags.map((tag) => `#${tag.name}`).join(' ') || 'no tags'}
          </span>
          {onOpen ? (
            <button
              type="button"
              className="link small"
              title="Show this turn in its dialogue"
              onClick={() => {
                openInExplore(round.dialogue, round.index);
                onOpen();
              }}
            >
              {round.externalId}, turn {round.index + 1}
              <Icon name="chevron-right" />
            </button>
          ) : (
            <span className="quiet small">
              {round.externalId}, turn {round.index + 1}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
