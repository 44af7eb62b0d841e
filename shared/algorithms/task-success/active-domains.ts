import type { Constraints } from './entity-database.ts';
import type { BeliefState } from './goals.ts';

/**
 * Which domain each turn is about, guessed from what changed in the belief state, for predictions that do not say.
 *
 * As in the published evaluation (Nekvinda and Dušek 2021): a turn is about the domain that just got or changed a
 * value; where several did, about the one before if it is among them, otherwise about the one with most values (of
 * equals the first by name); where none did, about the one before, or, once, about the other of several that had
 * changed together. Before the first value there is none, but for a dialogue of one domain that one.
 *
 * @param states one a turn, in order
 * @param only the dialogue's only domain, or null
 */
export function estimateActiveDomains(
  states: readonly BeliefState[],
  only: string | null,
): readonly (readonly string[])[] {
  if (only !== null) return states.map(() => [only]);
  let current: string | null = null;
  let before: BeliefState = new Map();
  let changedBefore: readonly string[] = [];
  return states.map((state) => {
    const changed = [...state.keys()]
      .filter((domain) => hasNews(state.get(domain), before.get(domain)))
      .sort();
    if (changed.length > 0) {
      if (current === null || !changed.includes(current)) current = fullest(changed, state);
    } else if (current === null) {
      return [];
    } else if (changedBefore.length > 1) {
      const here: string = current;
      current = changedBefore.find((domain) => domain !== here && state.has(domain)) ?? here;
    }
    before = state;
    changedBefore = changed;
    return [current];
  });
}

function hasNews(now: Constraints | undefined, before: Constraints | undefined): boolean {
  return [...(now ?? [])].some(([slot, values]) => before?.get(slot)?.join('|') !== values.join('|'));
}

function fullest(domains: readonly string[], state: BeliefState): string {
  let best = domains[0];
  for (const domain of domains) {
    if ((state.get(domain)?.size ?? 0) > (state.get(best)?.size ?? 0)) best = domain;
  }
  return best;
}
