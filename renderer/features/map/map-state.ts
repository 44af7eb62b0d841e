import type { Waits } from '#shared/algorithms/performance/measure-flow.ts';
import type { StepFigures } from '#shared/contract/stories.ts';
import { type GraphMetric, METRICS, type Metric } from '#shared/domain/metrics.ts';
import { createTabState } from '../../project/mode.ts';

/** True if the graph shows its normal figures. Without a condition, no outcome is good or bad. */
export const isAsLearned = ({
  metric,
  where,
  good,
}: {
  readonly metric: GraphMetric;
  readonly where: string;
  readonly good: string;
}): boolean => (metric === 'dialogues' && where.trim() === '') || (metric === 'good' && good.trim() === '');

export const WAITS: readonly { readonly value: Waits; readonly label: string }[] = [
  { value: 'customer', label: 'customers' },
  { value: 'agent', label: 'agents' },
  { value: 'both', label: 'both' },
];

interface MetricSubject {
  readonly waits: Waits;
  readonly number: string | null;
}

export function metricName(metric: GraphMetric, { waits, number }: MetricSubject): string {
  if (metric === 'mean' && number !== null) return `Mean of ${number}`;
  const { label, isWait } = METRICS[metric];
  return isWait && waits !== 'both' ? `${label} of ${waits}s` : `${label}`;
}

interface MapState extends Omit<StepFigures, 'metric' | 'where'> {
  readonly metric: GraphMetric;
  readonly least: number;
  readonly sort: Metric;
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
