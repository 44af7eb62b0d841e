import { createTabState } from '../../project/tab-state.ts';
import type { Sorting } from './sweep-columns.ts';

export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<{ readonly sorting: Sorting }>('sweep', {
  sorting: { column: 'beyond', descending: true },
});
