import type { Constraints } from './entity-database.ts';
import type { BeliefState } from './goals.ts';

/**
 * Estimates the domain of each turn from the changes in the belief state, for predictions without domains.
 *
 * As in the published evaluation (Nekvinda and Dušek 2021): a turn is about the domain that just got or changed a
 * value. If several did, it is the one before if among them, otherwise the one with most values (of equals the first by
 * name). If none did, it is the one before, or, once, the other of several that had changed together. Before the first
 * value there is none, except for a dialogue of a single domain.
 *
 * @param states one per turn, in order
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
