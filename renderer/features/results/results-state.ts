import type { RunId } from '#shared/domain/ids.ts';
import { defineMode } from '../../project/mode.ts';
import { createTabState } from '../../project/tab-state.ts';

export const RESULTS = defineMode('results', 'test', 'Results', 'Show results');

/** A run of some kind, or what all runs of a kind make together, by a name of its own. */
export type ResultId = RunId | string;

interface Chosen {
  readonly kind: string;
  readonly id: ResultId;
}

/** What was chosen among the results, the newest choice first; without any, or once it is gone, the newest run is shown. */
const { use, enter, change } = createTabState<{ readonly chosen: readonly Chosen[] }>('results', {
  chosen: [],
});

export const useResults = use;
export const enterResults = enter;

/** @param over what was on show comes back where this is gone, and is what is meant by "the chosen one" of its kind */
export function showResult(kind: string, id: ResultId, over = false): void {
  const before = over ? use.getState().chosen.filter((one) => one.kind !== kind) : [];
  change({ chosen: [{ kind, id }, ...before] });
}

/** The chosen one of a kind; null where none is. */
export function chosenResult(kind: string): ResultId | null {
  return use.getState().chosen.find((one) => one.kind === kind)?.id ?? null;
}
