import { createTabState } from '../../project/tab-state.ts';
import type { Metric, WayColumn } from './metrics.ts';

interface MapState {
  readonly metric: Metric;
  readonly label: boolean;
  readonly colour: boolean;
  readonly width: boolean;
  /** Which dialogues went well. */
  readonly good: string;
  /** The field whose mean is shown. */
  readonly number: string | null;
  /** The column by which ways are sorted. */
  readonly sort: WayColumn;
}

const state = createTabState<MapState>('map', {
  metric: 'dialogues',
  label: true,
  colour: true,
  width: false,
  good: '',
  number: null,
  sort: 'dialogues',
});
export const { use: useMap, enter: enterMap, change: changeMap } = state;
