import { create } from 'zustand';
import type { RunId } from '#shared/domain/ids.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';
import type { Sorting } from '../evaluation/figures.ts';

/** Which evaluation is on show, and how. Kept for the tab. */
export interface ResultsState {
  readonly project: string | null;
  /** Null is the latest. */
  readonly run: RunId | null;
  /** The batch run on show instead of an evaluation; null is none. */
  readonly batch: RunId | null;
  /** The judging run on show instead of both, or the table of all their win rates; null is none. */
  readonly judging: RunId | 'rates' | null;
  /** The figure that is plotted; null is the first that was measured. */
  readonly figure: string | null;
  readonly sorting: Sorting;
}

const STORED = 'results';
const START: ResultsState = {
  project: null,
  run: null,
  batch: null,
  judging: null,
  figure: null,
  sorting: { key: 'actF1', descending: true },
};

export const useResults = create<ResultsState>(() => START);

/** Begins with a project: as it was left in this tab, or from the start. */
export function enterResults(project: string): void {
  const stored = readStored<Partial<ResultsState>>(STORED, {}, true);
  useResults.setState({ ...START, ...(stored.project === project ? stored : {}), project });
}

export function changeResults(next: Partial<ResultsState>): void {
  useResults.setState(next);
  writeStored(STORED, useResults.getState(), true);
}
