import type { RunId } from '#shared/domain/ids.ts';
import { defineMode } from '../../project/mode.ts';
import { createTabState } from '../../project/tab-state.ts';

export const RESULTS = defineMode('results', 'test', 'Results', 'Show results');

/** The id of a run, or the name of a page that combines all runs of a kind. */
export type ResultId = RunId | string;

interface Chosen {
  readonly kind: string;
  readonly id: ResultId;
}

/** The results that were chosen, latest first. If none is left, the newest run is shown. */
const { use, enter, change } = createTabState<{ readonly chosen: readonly Chosen[] }>('results', {
  chosen: [],
});

export const useResults = use;
export const enterResults = enter;

/**
 * Shows a result.
 * @param over true to put it on top of the previous one, which shows again when this one is gone
 */
export function showResult(kind: string, id: ResultId, over = false): void {
  const before = over ? use.getState().chosen.filter((one) => one.kind !== kind) : [];
  change({ chosen: [{ kind, id }, ...before] });
}

export function chosenResult(kind: string): ResultId | null {
  return use.getState().chosen.find((one) => one.kind === kind)?.id ?? null;
}
