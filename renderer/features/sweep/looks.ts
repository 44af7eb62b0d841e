import { createTabState } from '../../project/tab-state.ts';
import type { Sorting } from './sweep-columns.ts';

/** How the figures of a sweep are sorted. */
export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<{ readonly sorting: Sorting }>('sweep', {
  sorting: { column: 'beyond', descending: true },
});
