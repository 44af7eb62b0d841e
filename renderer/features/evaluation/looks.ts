import { createTabState } from '../../project/tab-state.ts';
import type { Sorting } from './figures.ts';

/** How the figures of an evaluation are looked at. */
interface Looks {
  /** The figure that is plotted; null is the first that was measured. */
  readonly figure: string | null;
  readonly sorting: Sorting;
}

export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<Looks>('evaluation', { figure: null, sorting: { key: 'actF1', descending: true } });
