import type { Waits } from '#shared/algorithms/performance/measure-flow.ts';
import { createTabState } from '../../project/tab-state.ts';
import type { Metric, WayColumn } from './metrics.ts';

interface MapState {
  readonly metric: Metric;
  readonly label: boolean;
  readonly colour: boolean;
  readonly width: boolean;
  /** The filter of dialogues that went well. */
  readonly good: string;
  readonly waits: Waits;
  /** The field whose mean is shown. */
  readonly number: string | null;
  /** Transitions of fewer dialogues come last when sorted by waits or shares. */
  readonly least: number;
  readonly sort: WayColumn;
}

const state = createTabState<MapState>('map', {
  metric: 'dialogues',
  label: true,
  colour: true,
  width: false,
  good: '',
  waits: 'customer',
  number: null,
  least: 30,
  sort: 'dialogues',
});
export const { use: useMap, enter: enterMap, change: changeMap } = state;
