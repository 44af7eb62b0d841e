import type { RoundFilter } from '#shared/contract/round-filter.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { AutomatonCache } from './cache.ts';
import { dialoguesAt } from './drill-down.ts';

/**
 * Returns the turns that lead a dialogue into a filter's state, as dialogue and index of the turn; undefined if the
 * filter names none. No turn leads to q₀.
 */
export function roundsAtState(
  automata: AutomatonCache,
  { state: asked }: RoundFilter,
): (readonly [DialogueId, number])[] | undefined {
  if (asked === null) return undefined;
  const loaded = automata.load(asked.automaton);
  return dialoguesAt(loaded, { state: asked.state }).flatMap((dialogue) => {
    const index = loaded.indexOf(dialogue);
    if (index === undefined) return [];
    const rounds = loaded.view.visitsOf(index).filter(({ state }) => state === asked.state);
    return [...new Set(rounds.map(({ round }) => round))].map((round) => [dialogue, round] as const);
  });
}
