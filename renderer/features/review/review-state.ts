import { create } from 'zustand';
import type { Side } from '#shared/contract/review.ts';
import { readStored, writeStored } from '../../ui/hooks/stored.ts';

/** What of the review is on show. Kept for the tab, so that a reload shows the same. */
export interface ReviewState {
  readonly project: string | null;
  readonly screen: 'start' | 'queue' | 'summary' | 'agreement';
  readonly queue: number | null;
  /** The sides whose agreement is looked at; null before any was chosen. */
  readonly sides: { readonly left: Side; readonly right: Side } | null;
  readonly listFolded: boolean;
}

const START: ReviewState = { project: null, screen: 'start', queue: null, sides: null, listFolded: false };
const STORED = 'review';

export const useReview = create<ReviewState>(() => START);

/** Begins with a project: as it was left in this tab, or from the start. */
export function enterReview(project: string): void {
  const stored = readStored<Partial<ReviewState>>(STORED, {}, true);
  useReview.setState({ ...START, ...(stored.project === project ? stored : {}), project });
}

function change(next: Partial<ReviewState>): void {
  useReview.setState(next);
  writeStored(STORED, useReview.getState(), true);
}

export const showStart = (): void => change({ screen: 'start' });
export const showQueue = (queue: number): void => change({ screen: 'queue', queue });
export const showSummary = (): void => change({ screen: 'summary' });
export const showAgreement = (sides: ReviewState['sides'] = useReview.getState().sides): void =>
  change({ screen: 'agreement', sides });
export const foldList = (listFolded: boolean): void => change({ listFolded });
