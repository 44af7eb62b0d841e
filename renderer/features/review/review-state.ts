import type { Side } from '#shared/contract/review.ts';
import { createTabState } from '../../project/tab-state.ts';

/** The shown part of the review. */
interface ReviewState {
  readonly screen: 'start' | 'queue' | 'summary' | 'agreement';
  readonly queue: number | null;
  /** The sides that were chosen for comparison; a missing one uses the default. */
  readonly sides: { readonly left?: Side; readonly right?: Side } | null;
  readonly listFolded: boolean;
}

const {
  use: useReview,
  enter: enterReview,
  change,
} = createTabState<ReviewState>('review', { screen: 'start', queue: null, sides: null, listFolded: false });

export { enterReview, useReview };

export const showStart = (): void => change({ screen: 'start' });
export const showQueue = (queue: number): void => change({ screen: 'queue', queue });
export const showSummary = (): void => change({ screen: 'summary' });
export const showAgreement = (sides: ReviewState['sides'] = useReview.getState().sides): void =>
  change({ screen: 'agreement', sides });
export const foldList = (listFolded: boolean): void => change({ listFolded });
