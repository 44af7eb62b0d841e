import { useMemo, useState } from 'react';
import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';

interface StateMatches {
  readonly shown: readonly number[];
  readonly hidden: readonly number[];
}

const NONE: StateMatches = { shown: [], hidden: [] };

/**
 * Finds states by number ("12", "#12"), name or incoming tag, ignoring case. Highest support first; ties by number.
 * `shown` is 1 for a visible state.
 */
export function searchStates(automaton: DrawnAutomaton, shown: Uint8Array, query: string): StateMatches {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return NONE;
  const found = new Set<number>();
  const number = /^#?(\d{1,7})$/.exec(wanted);
  const stateCount = automaton.states.support.length;
  if (number && Number(number[1]) < stateCount) found.add(Number(number[1]));
  const symbolMatches = automaton.symbols.map((symbol) => symbol.tag.toLowerCase().includes(wanted));
  const { to, symbol } = automaton.transitions;
  for (let index = 0; index < to.length; index++) if (symbolMatches[symbol[index]!]) found.add(to[index]!);
  const { support, names } = automaton.states;
  for (let state = 0; names && state < stateCount; state++)
    if (names[state]!.toLowerCase().includes(wanted)) found.add(state);
  const strongest = [...found].sort((a, b) => support[b]! - support[a]! || a - b);
  return {
    shown: strongest.filter((state) => shown[state] === 1),
    hidden: strongest.filter((state) => shown[state] !== 1),
  };
}

/**
 * Searches states, and walks through the visible ones that match.
 * @param onCentre gets the drawn state of each match that the person comes to
 */
export function useStateSearch(
  graph: DrawnAutomaton,
  shown: Uint8Array | null,
  drawnFor: (state: number) => number,
  onCentre: (state: number) => void,
) {
  const [query, setQuery] = useState('');
  const [match, setMatch] = useState(-1);
  const matches = useMemo(() => (shown ? searchStates(graph, shown, query) : NONE), [graph, shown, query]);
  const count = matches.shown.length;
  const at = match < count ? match : -1;
  const found = useMemo(() => [...new Set(matches.shown.map(drawnFor))], [matches, drawnFor]);
  return {
    matches,
    /** The match that the person came to; null before the first step. */
    current: matches.shown[at] ?? null,
    /** The drawn states that match. */
    found,
    search: {
      query,
      matches,
      current: at,
      onQuery(next: string) {
        setQuery(next);
        setMatch(-1);
      },
      onWalk(direction: 1 | -1) {
        if (count === 0) return;
        const next = at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;
        setMatch(next);
        onCentre(drawnFor(matches.shown[next]!));
      },
    },
  };
}

interface StateSearchProps {
  readonly query: string;
  readonly matches: StateMatches;
  /** Index into the visible matches; −1 before the first step. */
  readonly current: number;
  readonly onQuery: (query: string) => void;
  readonly onWalk: (direction: 1 | -1) => void;
  readonly onReveal: () => void;
}

export function StateSearch({ query, matches, current, onQuery, onWalk, onReveal }: StateSearchProps) {
  const count = matches.shown.length;
  const none = query.trim() !== '' && count === 0;
  return (
    <search className="graph-search">
      <SearchField
        label="Find a tag or a state number"
        placeholder="Find a state"
        value={query}
        onChange={onQuery}
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
        <div className="row-1 graph-results rounded outline floats fill-1 pad-1">
          <output className="graph-found no-wrap pad-0-1 quiet small">
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
