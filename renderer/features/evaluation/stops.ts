import type { EvaluatedMethodFigures } from '#shared/contract/evaluation.ts';
import { formatCount } from '#shared/domain/figure-text.ts';

/** A reason why routes of a method stopped. `stopRows` lists the most frequent first. */
interface StopRow {
  readonly reason: string;
  readonly queries: number;
  /** Share of all queries of the method, 0 … 1. */
  readonly share: number;
  /** The most frequent places: "turn 2: 120, turn 4: 31". */
  readonly places: string;
}

const PLACES_NAMED = 3;

const REASONS: Readonly<Record<string, string>> = {
  'end-of-dialogue': 'The whole dialogue was routed',
  'no-transition': 'No transition for a tag',
  'unknown-tag': 'Unknown tag',
  'deepest-state': 'No further state',
  'backed-off-for-support': 'Too few dialogues',
};

/** Returns a reason in words; an unknown one is shown as its identifier. */
export function reasonText(reason: string): string {
  return REASONS[reason] ?? reason;
}

export function stopRows(method: EvaluatedMethodFigures): StopRow[] {
  const all = method.stops.reduce((sum, stop) => sum + stop.queries, 0);
  return [...method.stops]
    .sort((a, b) => b.queries - a.queries || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, queries }) => ({
      reason,
      queries,
      share: all === 0 ? 0 : queries / all,
      places: placesOf(method, reason),
    }));
}

function placesOf(method: EvaluatedMethodFigures, reason: string): string {
  const word = (at: number) =>
    method.kind === 'context' ? (at === 0 ? 'at the position' : `${at} back`) : `turn ${at + 1}`;
  const places = method.stopsAt
    .filter((stop) => stop.reason === reason)
    .sort((a, b) => b.queries - a.queries || a.at - b.at);
  const named = places
    .slice(0, PLACES_NAMED)
    .map((place) => `${word(place.at)}: ${formatCount(place.queries)}`);
  return places.length > PLACES_NAMED ? `${named.join(', ')}, …` : named.join(', ');
}
