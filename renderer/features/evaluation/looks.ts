import { createTabState } from '../../project/tab-state.ts';
import type { Sorting } from './figures.ts';

/** Display settings of an evaluation. */
interface Looks {
  /** The plotted figure; null for the first that was measured. */
  readonly figure: string | null;
  readonly sorting: Sorting;
}

export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<Looks>('evaluation', { figure: null, sorting: { key: 'actF1', descending: true } });
