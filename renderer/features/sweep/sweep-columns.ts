import type { SweepRow } from '#shared/contract/sweep.ts';
import { figureText, formatCount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import { describeLearner } from '#shared/domain/learner-text.ts';
import { taggerName } from '../../project/describe.ts';
import { learnerLabel } from '../../project/learners.ts';
import { createTabState } from '../../project/mode.ts';

interface SweepColumn {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly of: (row: SweepRow) => number | null;
  /** The better direction; absent if neither is better. */
  readonly wanted?: 'most' | 'least';
  readonly text: (row: SweepRow) => string;
}

const share = (value: number | null): string => (value === null ? '–' : formatShare(value));
const points = (value: number): string => figureText(value, { share: true, digits: 0 });

export const COLUMNS: readonly SweepColumn[] = [
  {
    id: 'states',
    label: 'States',
    title: 'Number of states, including the start',
    of: ({ states }) => states,
    text: ({ states }) => formatCount(states),
  },
  {
    id: 'transitions',
    label: 'Transitions',
    title: 'Number of transitions',
    of: ({ transitions }) => transitions,
    text: ({ transitions }) => formatCount(transitions),
  },
  {
    id: 'largest',
    label: 'Largest',
    title:
      'Share of visits that go to the busiest state. A high share means that the automaton lumps different turns together.',
    of: ({ largest }) => largest,
    text: ({ largest }) => share(largest),
  },
  {
    id: 'named',
    label: 'Named',
    title: 'Share of turns that reach a named state',
    of: ({ named }) => named,
    wanted: 'most',
    text: ({ named }) => share(named),
  },
  {
    id: 'followed',
    label: 'Followed',
    title: 'Share of turns in unseen dialogues that the automaton follows',
    of: ({ followed }) => followed,
    wanted: 'most',
    text: ({ followed }) => share(followed),
  },
  {
    id: 'beyond',
    label: 'Beyond chance',
    title: 'Out of 100 turns, how many more the automaton follows with the real tags than with shuffled tags',
    of: ({ beyondChance }) => beyondChance.estimate,
    wanted: 'most',
    text: ({ beyondChance: { estimate, lower, upper } }) =>
      estimate === null
        ? '–'
        : lower === null || upper === null
          ? points(estimate)
          : `${points(estimate)} [${points(lower)}, ${points(upper)}]`,
  },
  {
    id: 'sequences',
    label: 'Sequences',
    title: 'Number of distinct tag sequences',
    of: ({ sequences }) => sequences,
    text: ({ sequences }) => formatCount(sequences),
  },
  {
    id: 'seconds',
    label: 'Time',
    title: 'Learning time',
    of: ({ seconds }) => seconds,
    wanted: 'least',
    text: ({ seconds }) => formatSeconds(seconds),
  },
];

interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

export function sortedRows(rows: readonly SweepRow[], { column, descending }: Sorting): SweepRow[] {
  const of = COLUMNS.find(({ id }) => id === column)?.of;
  if (of === undefined) return [...rows];
  const rank = (row: SweepRow): number => of(row) ?? (descending ? -1 : 1) * Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    return left === right ? 0 : (left < right ? -1 : 1) * (descending ? -1 : 1);
  });
}

/** Choosing the same column again reverses the order. */
export const nextSorting = (sorting: Sorting, column: string): Sorting => ({
  column,
  descending: sorting.column === column ? !sorting.descending : true,
});

/** "Overview of at most 40 states", with the tagger if there are several runs. */
export function describeSetting({ setting, tagger }: SweepRow, withTagger: boolean): string {
  const { learner, run, ...params } = setting;
  const name = learnerLabel(learner);
  const parts = describeLearner({ learner, params }).filter((part) => part !== false);
  const own = learner === 'paper' ? [name, ...parts] : parts;
  const words = [...own, ...(withTagger ? [`${taggerName(tagger)}, run ${run}`] : [])].join(', ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export const {
  use: useLooks,
  enter: enterLooks,
  change: changeLooks,
} = createTabState<{ readonly sorting: Sorting }>('sweep', {
  sorting: { column: 'beyond', descending: true },
});
