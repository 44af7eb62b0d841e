import type { TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { placesOfTurns, turnsAtPlaces } from '../../store/edits/picture/state-name-table.ts';
import type { LoadedAutomaton } from './cache.ts';

/** The number of turns that are stored to recognize a state later. */
const KEPT_TURNS = 100;
/** A state keeps its name if at least this share of the stored turns leads to it … */
const LEAST_SHARE = 0.5;
/** … and if the dialogues of the old and the new state overlap by at least this share. */
const LEAST_OVERLAP = 0.2;

export function turnsOfState(
  database: ReadDatabase,
  { view, dialogueIds }: LoadedAutomaton,
  state: number,
): TurnId[] {
  const dialogues = view.dialoguesAtState(state);
  const count = Math.min(KEPT_TURNS, dialogues.length);
  const places = Array.from({ length: count }, (_, at) => {
    const dialogue = dialogues[Math.floor((at * dialogues.length) / count)] ?? 0;
    const visit = view.visitsOf(dialogue).find((one) => one.state === state);
    return [dialogueIds[dialogue] ?? -1, visit?.turn ?? -1] as const;
  });
  return turnsAtPlaces(database, places);
}

interface KnownState {
  readonly id: number;
  readonly turns: readonly TurnId[];
  readonly support: number;
}

/**
 * Finds each known state among states of similar size by the turns that lead to it. Returns states by id, best first.
 */
export function findStates(
  database: ReadDatabase,
  loaded: LoadedAutomaton,
  asked: readonly KnownState[],
): Map<number, number> {
  return bestOf(fitsOf(database, loaded, asked), false);
}

export const findNamedStates: typeof findStates = (database, loaded, names) =>
  bestOf(fitsOf(database, loaded, names), true);

interface Fit {
  readonly id: number;
  readonly state: number;
  readonly overlap: number;
}

function bestOf(fits: readonly Fit[], isOneEach: boolean): Map<number, number> {
  const found = new Map<number, number>();
  const taken = new Set<number>();
  for (const { id, state } of fits) {
    if (found.has(id) || (isOneEach && taken.has(state))) continue;
    found.set(id, state);
    taken.add(state);
  }
  return found;
}

function fitsOf(
  database: ReadDatabase,
  { view, indexOf }: LoadedAutomaton,
  asked: readonly KnownState[],
): Fit[] {
  const places = new Map(
    placesOfTurns(
      database,
      asked.flatMap(({ turns }) => turns),
    ).map((place) => [place.id, place]),
  );
  const fits: Fit[] = [];
  for (const { id, turns, support } of asked) {
    const counts = new Map<number, number>();
    let known = 0;
    for (const turn of turns) {
      const place = places.get(turn);
      const dialogue = place && indexOf(place.dialogue as Parameters<typeof indexOf>[0]);
      if (place === undefined || dialogue === undefined) continue;
      known++;
      for (const state of new Set(
        view.visitsOf(dialogue).flatMap((visit) => (visit.turn === place.position ? [visit.state] : [])),
      ))
        counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    // If the automaton has only a subset of the dialogues, a state has fewer of them.
    const expected = (support * known) / Math.max(1, turns.length);
    for (const [state, count] of counts) {
      const shared = (count / known) * expected;
      const overlap = shared / (expected + (view.structure.support[state] ?? 0) - shared);
      if (count >= LEAST_SHARE * known && overlap >= LEAST_OVERLAP) fits.push({ id, state, overlap });
    }
  }
  return fits.sort((a, b) => b.overlap - a.overlap || a.id - b.id || a.state - b.state);
}
