import { figureText, formatCount, formatDuration, formatShare } from './figure-text.ts';

type PlaceColumn =
  | 'dialogues'
  | 'visits'
  | 'median'
  | 'p90'
  | 'total'
  | 'turns'
  | 'duration'
  | 'dropped'
  | 'good'
  | 'mean';
type PlaceColumns = Readonly<Record<PlaceColumn, readonly number[]>>;

interface MeasuredFlow {
  readonly dialogues: number;
  readonly states: PlaceColumns & { readonly dropOffs: readonly number[] };
  readonly transitions: PlaceColumns & { readonly exits: readonly number[] };
}

export const SLIDE_METRICS = [
  'dialogues',
  'visits',
  'exits',
  'median',
  'p90',
  'total',
  'dropOffs',
  'good',
  'mean',
] as const;
export type GraphMetric = (typeof SLIDE_METRICS)[number] | 'difference';
export type Metric = GraphMetric | 'coverage' | 'turns' | 'duration';

interface MetricOf {
  readonly label?: string;
  readonly unit: 'count' | 'share' | 'seconds' | 'number' | 'points';
  readonly isWait?: boolean;
  readonly isTotal?: boolean;
  readonly heading?: string;
  readonly help?: string;
  readonly ofState?: string;
  readonly ofTransition?: string;
  readonly stateValues: (figures: MeasuredFlow) => readonly number[];
  readonly transitionValues: (figures: MeasuredFlow) => readonly number[];
}

type Values = Pick<MetricOf, 'stateValues' | 'transitionValues'>;

const column = (name: PlaceColumn): Values => ({
  stateValues: ({ states }) => states[name],
  transitionValues: ({ transitions }) => transitions[name],
});

const shareOf = (counts: readonly number[], of: (at: number) => number): readonly number[] =>
  counts.map((count, at) => count / of(at));

const coverage: Values = {
  stateValues: ({ states, dialogues }) => shareOf(states.dialogues, () => dialogues),
  transitionValues: ({ transitions, dialogues }) => shareOf(transitions.dialogues, () => dialogues),
};

const WAIT = { unit: 'seconds', isWait: true, ofState: '{} after the state' } as const;

/** Every metric of states and transitions, in the order of menus and tables. */
export const METRICS: Readonly<Record<Metric, MetricOf>> = {
  dialogues: {
    ...{ label: 'Dialogues', unit: 'count', isTotal: true, ...column('dialogues') },
    ...{ heading: 'Dialogues', help: 'Dialogues that take this transition' },
    ofState: 'number of dialogues that reach the state',
  },
  visits: {
    ...{ label: 'Visits', unit: 'count', isTotal: true, ...column('visits') },
    ofState: 'number of visits to the state',
  },
  coverage: {
    ...{ heading: 'Of all', help: 'Share of the filtered dialogues' },
    ...{ unit: 'share', isTotal: true, ...coverage },
  },
  exits: {
    ...{ label: "Share of the state's visits", heading: 'Of state', unit: 'share' },
    help: 'Share of the visits to the state that take this transition. Other visits take another transition or end',
    ofState: 'share of the dialogues that reach the state',
    ofTransition: 'share of the visits to its state',
    stateValues: coverage.stateValues,
    transitionValues: ({ transitions }) => transitions.exits,
  },
  median: {
    ...{ label: 'Median wait', ...WAIT, ...column('median') },
    ...{ heading: 'Median wait', help: 'Median wait before this transition' },
  },
  p90: {
    ...{ label: '90th percentile of waits', ...WAIT, ...column('p90') },
    ...{ heading: '90th %', help: '90th percentile of the waits before this transition' },
  },
  total: {
    ...{ label: 'Total wait', ...WAIT, isTotal: true, ...column('total') },
    ...{ heading: 'Total wait', help: 'Sum of the waits before this transition' },
  },
  turns: {
    ...{ heading: 'Turns', help: 'Mean number of turns in the dialogues that take this transition' },
    ...{ unit: 'number', ...column('turns') },
  },
  duration: {
    ...{ heading: 'Duration', help: 'Median duration of the dialogues that take this transition' },
    ...{ unit: 'seconds', ...column('duration') },
  },
  dropOffs: {
    ...{ label: 'Abandoned', heading: 'Abandoned', unit: 'share' },
    help: 'Share of dialogues with this transition that are abandoned.',
    ofState: 'share of its dialogues that are abandoned here',
    ofTransition: 'share of its dialogues that are abandoned later',
    stateValues: ({ states }) => shareOf(states.dropOffs, (at) => states.dialogues[at] ?? 0),
    transitionValues: ({ transitions }) =>
      shareOf(transitions.dropped, (at) => transitions.dialogues[at] ?? 0),
  },
  good: {
    ...{ label: 'Good outcome', unit: 'share', ...column('good') },
    ...{ heading: 'Good', help: 'Share of dialogues with this transition that have a good outcome' },
    ofState: 'share of its dialogues with a good outcome',
  },
  mean: {
    ...{ label: 'Mean of a field', unit: 'number', ...column('mean') },
    ...{
      heading: 'Mean',
      help: 'Mean of the chosen field, such as cost, in the dialogues that take this transition',
    },
    ofState: '{} of its dialogues',
  },
  difference: { label: 'Difference of two groups', unit: 'points', ...coverage },
};

export const METRIC_NAMES = Object.keys(METRICS) as Metric[];

export function metricText(metric: Metric, value: number): string {
  if (Number.isNaN(value)) return '–';
  switch (METRICS[metric].unit) {
    case 'count':
      return formatCount(value);
    case 'share':
      return formatShare(value, { rough: true });
    case 'seconds':
      return formatDuration(value);
    case 'number':
      return figureText(value, { digits: Math.abs(value) < 100 ? 1 : 0 });
    case 'points':
      return figureText(value, { share: true, signed: true, digits: 0 });
  }
}
