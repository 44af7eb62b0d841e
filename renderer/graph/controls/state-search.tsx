import { formatCount } from '#shared/domain/figure-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';
import type { StateMatches } from './search-states.ts';
import './controls.css';

/** Searches states by tag or number. Enter and the arrows move through the visible matches. */
export function StateSearch({
  query,
  matches,
  current,
  onQuery,
  onWalk,
  onReveal,
}: {
  readonly query: string;
  readonly matches: StateMatches;
  /** Index into the visible matches; −1 before the first step. */
  readonly current: number;
  readonly onQuery: (query: string) => void;
  readonly onWalk: (direction: 1 | -1) => void;
  readonly onReveal: () => void;
}) {
  const count = matches.shown.length;
  const none = query.trim() !== '' && count === 0;
  return (
    <search className="graph-search">
      <SearchField
        label="Find a tag or a state number"
        placeholder="Find a state"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onWalk(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape' && query !== '') {
            event.preventDefault();
            event.stopPropagation();
            onQuery('');
          }
        }}
      />
      {query.trim() !== '' && (
        <div className="row-1 graph-results">
          <output className="graph-found">
            {none
              ? 'none shown'
              : current < 0
                ? `${formatCount(count)} shown`
                : `${current + 1} of ${formatCount(count)}`}
          </output>
          <IconButton
            icon="chevron-up"
            label="Previous match"
            disabled={count === 0}
            onClick={() => onWalk(-1)}
          />
          <IconButton
            icon="chevron-down"
            label="Next match"
            disabled={count === 0}
            onClick={() => onWalk(1)}
          />
          {matches.hidden.length > 0 && (
            <button type="button" className="button button-small" onClick={onReveal}>
              Show {formatCount(Math.min(matches.hidden.length, REVEAL_LIMIT))} hidden
            </button>
          )}
        </div>
      )}
    </search>
  );
}

/** Maximum number of hidden matches shown at once, highest support first. */
export const REVEAL_LIMIT = 30;
