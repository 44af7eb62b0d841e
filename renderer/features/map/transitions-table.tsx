import { useMemo, useState } from 'react';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { append } from '#shared/domain/append.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { METRIC_NAMES, METRICS, type Metric, metricText } from '#shared/domain/metrics.ts';
import { required } from '#shared/domain/required.ts';
import { goTo } from '../../project/view.ts';
import { LongTable } from '../../ui/lists/figure-table.tsx';
import { FIELD_MEANINGS } from '../filters/index.ts';
import { changeMap, useMap } from './map-state.ts';

interface TransitionRow {
  readonly from: number;
  readonly to: number;
  readonly transition: number;
  readonly tags: string;
  readonly values: Readonly<Record<Metric, number>>;
}

const COLUMNS = METRIC_NAMES.flatMap((key) => {
  const { heading: name, help } = METRICS[key];
  if (name === undefined) return [];
  return [{ key, name, help: key === 'dropOffs' ? `${help} ${FIELD_MEANINGS.abandoned}` : help }];
});

interface TransitionsTableProps {
  readonly figures: MapFigures;
  readonly graph: AutomatonGraph;
}

export function TransitionsTable({ figures, graph }: TransitionsTableProps) {
  const { sort: column, least } = useMap();
  const [descending, setDescending] = useState(true);
  const all = useMemo(() => transitionRows(figures, graph), [figures, graph]);
  const columns = COLUMNS.filter(({ key }) => all.some(({ values }) => !Number.isNaN(values[key])));
  const rows = useMemo(() => ordered(all, column, descending, least), [all, column, descending, least]);
  const open = ({ from, to, transition }: TransitionRow): void => {
    const symbol = graph.symbols[graph.transitions.symbol[transition] ?? -1];
    if (symbol) goTo({ kind: 'transition', from, to, symbol });
  };
  return (
    <section className="graph-table transitions" aria-label="Transitions">
      <div className="graph-bar rigid wrap flex middle anchor pad-1-2 line-below gap-1-3">
        <output className="graph-found no-wrap pad-0-1 quiet small">
          {formatAmount(rows.length, 'transition')} of {formatAmount(figures.dialogues, 'dialogue')}
        </output>
      </div>
      <LongTable
        columns={[
          {
            name: 'From',
            headClass: 'transitions-place',
            cellClass: () => 'clip',
            title: ({ from }) => numbered(graph, from),
            button: ({ from, to }) => ({
              'aria-label': `${numbered(graph, from)} to ${numbered(graph, to)}`,
            }),
            value: ({ from }) => numbered(graph, from),
          },
          // Where states are named by their tags, the tag of a transition is the name of its target.
          ...(all.some(({ to, tags }) => tags !== stateName(graph, to))
            ? [
                {
                  name: 'By',
                  headClass: 'transitions-place',
                  cellClass: () => 'clip',
                  title: ({ tags }: TransitionRow) => tags,
                  value: ({ tags }: TransitionRow) => tags,
                },
              ]
            : []),
          {
            name: 'To',
            headClass: 'transitions-place',
            cellClass: () => 'clip',
            title: ({ to }) => numbered(graph, to),
            value: ({ to }) => numbered(graph, to),
          },
          ...columns.map(({ key, name, help }) => ({
            ...{ name, help, sort: key, className: 'number', headClass: 'transitions-number' },
            value: ({ values }: TransitionRow) =>
              Number.isNaN(values[key]) ? '' : metricText(key, values[key]),
          })),
        ]}
        rows={rows}
        keyOf={({ from, to }) => `${from}-${to}`}
        sorting={{
          by: column,
          descending,
          onSort: (key) => {
            setDescending(key === column ? !descending : true);
            changeMap({ sort: key });
          },
        }}
        onOpen={open}
      />
    </section>
  );
}

const numbered = (graph: AutomatonGraph, state: number): string =>
  state === 0 ? 'Start' : `${state} ${stateName(graph, state)}`;

export function transitionRows(
  figures: MapFigures,
  { symbols, transitions }: AutomatonGraph,
): TransitionRow[] {
  const { transitions: measured } = figures;
  const values = METRIC_NAMES.map((name) => [name, METRICS[name].transitionValues(figures)] as const);
  const between = new Map<string, number[]>();
  for (const [at, from] of transitions.from.entries()) {
    const key = `${from}-${transitions.to[at]}`;
    append(between, key, at);
  }
  return measured.from.map((from, transition): TransitionRow => {
    const to = required(measured.to[transition], `transition ${transition}`);
    const by = (between.get(`${from}-${to}`) ?? []).sort(
      (a, b) => (transitions.support[b] ?? 0) - (transitions.support[a] ?? 0),
    );
    const tags = by.map((at) => spokenTag(symbols[transitions.symbol[at] ?? -1]?.tag ?? ''));
    return {
      from,
      to,
      transition: by[0] ?? -1,
      tags: [...new Set(tags)].join(', '),
      values: Object.fromEntries(
        values.map(([name, column]) => [name, column[transition]]),
      ) as TransitionRow['values'],
    };
  });
}

/**
 * Sorts by a column. Missing values, and shares and waits of fewer than `least` dialogues, come last.
 * Of equal transitions, the one with more dialogues comes first.
 */
export function ordered(
  rows: readonly TransitionRow[],
  column: Metric,
  descending: boolean,
  least: number,
): TransitionRow[] {
  const sign = descending ? -1 : 1;
  const place = ({ values }: TransitionRow): number =>
    Number.isNaN(values[column]) || (values.dialogues < least && !METRICS[column].isTotal)
      ? Number.POSITIVE_INFINITY
      : sign * values[column];
  return [...rows].sort(
    (a, b) =>
      compare(place(a), place(b)) ||
      b.values.dialogues - a.values.dialogues ||
      a.from - b.from ||
      a.to - b.to,
  );
}

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
