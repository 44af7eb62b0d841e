import { useMemo, useState } from 'react';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { SearchField } from '../../ui/inputs/field.tsx';
import { type LongColumn, LongTable } from '../../ui/lists/figure-table.tsx';
import type { GraphSelection } from '../graph-selection.ts';
import {
  markOf,
  orderRows,
  type StateColumn,
  type StateOrder,
  type StateRow,
  stateRows,
} from './states-rows.ts';

const orBlank = (count: number, from: number): string => (count >= from ? formatCount(count) : '');

const count = (
  sort: StateColumn,
  name: string,
  help: string,
  value: (row: StateRow) => number | string,
): LongColumn<StateRow, StateColumn> => ({
  ...{ sort, name, help, value },
  headClass: `states-${sort}`,
  className: 'number',
});
const text = (
  sort: 'name' | 'phase' | 'tags',
  name: string,
  help: string,
): LongColumn<StateRow, StateColumn> => ({
  ...{ sort, name, help },
  value: (row) => [row[sort]].flat().join(', '),
  title: (row) => [row[sort]].flat().join(', '),
  headClass: `states-${sort}`,
  cellClass: () => 'clip',
});

const COLUMNS: readonly LongColumn<StateRow, StateColumn>[] = [
  {
    ...text('name', 'State', 'The state’s name on the graph'),
    button: ({ state, name }) => ({ className: 'states-choose', 'aria-label': `${name}, state ${state}` }),
  },
  {
    sort: 'role',
    name: 'Speaker',
    help: 'Who speaks in the turn that leads to the state',
    headClass: 'states-role',
    value: (row) => (
      <>
        <span className={`rounded graph-role ${markOf(row)}`} aria-hidden="true" /> {row.role}
      </>
    ),
  },
  text('phase', 'Phase', 'The part of the dialogue that the state belongs to'),
  text('tags', 'Reached by', 'Tags of the transitions into the state, most frequent first'),
  count('support', 'Dialogues', 'Dialogues that reach the state', ({ support }) => formatCount(support)),
  count('ends', 'End here', 'Dialogues whose last tag leads to the state', ({ ends }) => orBlank(ends, 1)),
  count('merged', 'Merged', 'How many states of the tag tree were merged into this state', ({ merged }) =>
    orBlank(merged, 2),
  ),
  count('depth', 'Depth', 'Number of transitions on the shortest path from the start', ({ depth }) => depth),
  count('transitions', 'Transitions', 'Transitions out of the state', (row) => orBlank(row.transitions, 1)),
  count(
    'certainty',
    'Certainty',
    'How many of 100 automata, each learned from part of the dialogues, also have this state',
    ({ certainty }) => (certainty === null ? '' : `${certainty} %`),
  ),
  count('state', 'Number', 'State number', ({ state }) => state),
];

const SMALLEST_FIRST: readonly StateColumn[] = ['state', 'role', 'name', 'phase', 'tags', 'depth'];

interface StatesTableProps {
  readonly graph: AutomatonGraph;
  readonly selection: GraphSelection | null;
  readonly onSelect: (selection: GraphSelection | null) => void;
}

export function StatesTable({ graph, selection, onSelect }: StatesTableProps) {
  const [order, setOrder] = useState<StateOrder>({ column: 'support', descending: true });
  const [query, setQuery] = useState('');
  const all = useMemo(() => stateRows(graph), [graph]);
  const isEmpty: Partial<Record<StateColumn, boolean>> = {
    phase: all.every(({ phase }) => phase === ''),
    tags: all.every(({ state, name, tags }) => state === 0 || (tags.length === 1 && tags[0] === name)),
    merged: all.every(({ merged }) => merged < 2),
    depth: all.every(({ depth }) => depth <= 1),
    certainty: all.every(({ certainty }) => certainty === null),
  };
  const columns = COLUMNS.filter(({ sort }) => sort === undefined || isEmpty[sort] !== true);
  const rows = useMemo(() => orderRows(all, order, query), [all, order, query]);
  const chosen = selection?.kind === 'state' ? selection.state : null;

  return (
    <section className="graph-table" aria-label="States">
      <div className="graph-bar rigid wrap flex middle anchor pad-1-2 line-below gap-1-3">
        <SearchField
          className="graph-search"
          label="Find a tag or a state number"
          placeholder="Find a state"
          value={query}
          onChange={setQuery}
        />
        <output className="graph-found no-wrap pad-0-1 quiet small">
          {formatCount(rows.length)} of {formatCount(all.length)} states
        </output>
      </div>
      <LongTable
        className="states"
        columns={columns}
        rows={rows}
        keyOf={({ state }) => state}
        sorting={{
          by: order.column,
          descending: order.descending,
          onSort: (column) =>
            setOrder({
              column,
              descending: order.column === column ? !order.descending : !SMALLEST_FIRST.includes(column),
            }),
        }}
        isChosen={({ state }) => state === chosen}
        follow
        onOpen={({ state }) => onSelect({ kind: 'state', state })}
      >
        {rows.length === 0 && (
          <p className="centered quiet pad-6">No state has this number or tag. Change the search.</p>
        )}
      </LongTable>
    </section>
  );
}
