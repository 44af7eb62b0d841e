import type { Waits } from '#shared/algorithms/performance/measure-flow.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import { figureText, formatCount, formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import { createTabState } from '../../project/mode.ts';

/** The figures that the graph can show. `dialogues` is the graph as it was learned. */
export const METRICS = [
  { value: 'dialogues', label: 'Dialogues' },
  { value: 'visits', label: 'Visits' },
  { value: 'exits', label: 'Share from the state' },
  { value: 'median', label: 'Median wait' },
  { value: 'p90', label: '90th percentile of waits' },
  { value: 'total', label: 'Total wait' },
  { value: 'dropOffs', label: 'Abandoned' },
  { value: 'good', label: 'Good outcome' },
  { value: 'mean', label: 'Mean of a field' },
  { value: 'difference', label: 'Difference of two groups' },
] as const;
export type Metric = (typeof METRICS)[number]['value'];

/** The columns of the table of transitions. */
export type WayColumn =
  | 'dialogues'
  | 'coverage'
  | 'exits'
  | 'median'
  | 'p90'
  | 'total'
  | 'rounds'
  | 'duration'
  | 'dropped'
  | 'good'
  | 'mean';

/** True for metrics that need the times of turns. */
export const isTimed = (metric: Metric): boolean => ['median', 'p90', 'total'].includes(metric);

/** True if the graph shows what was learned. Without a condition, no outcome is good or bad. */
export const isAsLearned = ({
  metric,
  where,
  good,
}: {
  readonly metric: Metric;
  readonly where: string;
  readonly good: string;
}): boolean => (metric === 'dialogues' && where.trim() === '') || (metric === 'good' && good.trim() === '');

export const WAITS: readonly { readonly value: Waits; readonly label: string }[] = [
  { value: 'customer', label: 'customers' },
  { value: 'agent', label: 'agents' },
  { value: 'both', label: 'both' },
];

/** Returns the title of a metric: "Median wait of customers". */
export function metricName(metric: Metric, { waits, number }: MetricSubject): string {
  const name = METRICS.find(({ value }) => value === metric)?.label ?? '';
  if (metric === 'mean' && number !== null) return `Mean of ${number}`;
  return isTimed(metric) && waits !== 'both' ? `${name} of ${waits}s` : name;
}

interface MetricSubject {
  readonly waits: Waits;
  /** The field whose mean is taken. */
  readonly number: string | null;
}

/** Returns a value as the graph prints it. */
export function metricText(metric: Metric, value: number): string {
  if (Number.isNaN(value)) return '–';
  if (isTimed(metric)) return formatDuration(value);
  if (metric === 'good' || metric === 'exits' || metric === 'dropOffs')
    return formatShare(value, { rough: true });
  if (metric === 'mean') return figureText(value, { digits: Math.abs(value) < 100 ? 1 : 0 });
  if (metric === 'difference') return figureText(value, { share: true, signed: true, digits: 0 });
  return formatCount(value);
}

/** Returns the values of a metric by state; NaN if there is none. */
export function stateValues(metric: Metric, { states, dialogues }: MapFigures): readonly number[] {
  switch (metric) {
    case 'visits':
    case 'median':
    case 'p90':
    case 'total':
    case 'good':
    case 'mean':
      return states[metric];
    case 'exits':
      return states.dialogues.map((count) => count / dialogues);
    case 'dropOffs':
      return states.dropOffs.map((count, state) => count / (states.dialogues[state] ?? 0));
    default:
      return states.dialogues;
  }
}

/** Returns the values of a metric by transition; NaN if there is none. */
export function wayValues(metric: Metric, { ways }: MapFigures): readonly number[] {
  switch (metric) {
    case 'visits':
    case 'exits':
    case 'median':
    case 'p90':
    case 'total':
    case 'good':
    case 'mean':
      return ways[metric];
    case 'dropOffs':
      return ways.dropped.map((count, way) => count / (ways.dialogues[way] ?? 0));
    default:
      return ways.dialogues;
  }
}

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
