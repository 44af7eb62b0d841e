import { useEffect, useMemo, useRef, useState } from 'react';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { known } from '#shared/domain/known.ts';
import { SearchField } from '../../ui/inputs/field.tsx';
import { RowGap, useTableRows } from '../../ui/lists/virtual-list.tsx';
import type { GraphSelection } from '../graph-selection.ts';
import { orderRows, STATE_COLUMNS, type StateOrder, type StateRow, stateRows } from './states-rows.ts';
import '../../ui/inputs/inputs.css';
import '../graph.css';
import './states-table.css';
import { SortHead } from '../../ui/lists/sort-head.tsx';

/** A table of all states of the automaton, sortable by any column. Choosing a row selects the state. */
export function StatesTable({
  graph,
  selection,
  onSelect,
}: {
  readonly graph: AutomatonGraph;
  readonly selection: GraphSelection | null;
  readonly onSelect: (selection: GraphSelection | null) => void;
}) {
  const [order, setOrder] = useState<StateOrder>({ column: 'support', descending: true });
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const all = useMemo(() => stateRows(graph), [graph]);
  const hasNames = all.some(({ name, phase }) => name !== '' || phase !== '');
  const columns = STATE_COLUMNS.filter(({ key }) => hasNames || (key !== 'name' && key !== 'phase'));
  const rows = useMemo(() => orderRows(all, order, query), [all, order, query]);
  const chosen = selection?.kind === 'state' ? selection.state : null;
  const at = Math.max(0, Math.min(active, rows.length - 1));
  const { box, items, gapBefore, gapAfter, move, scrollTo } = useTableRows(rows.length, at, setActive);
  const follow = useRef(scrollTo);
  follow.current = scrollTo;

  useEffect(() => {
    const index = chosen === null ? -1 : rows.findIndex((row) => row.state === chosen);
    if (index < 0) return;
    setActive(index);
    follow.current(index);
  }, [chosen, rows]);

  return (
    <section className="graph-table" aria-label="States">
      <div className="graph-bar">
        <SearchField
          className="graph-search"
          label="Find a tag or a state number"
          placeholder="Find a state"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <output className="graph-found">
          {formatCount(rows.length)} of {formatCount(all.length)} states
        </output>
      </div>
      <div ref={box} className="long-table states">
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => {
                const sorted = order.column === column.key;
                return (
                  <SortHead
                    key={column.key}
                    className={`states-${column.key}${column.number ? ' number' : ''}`}
                    title={column.help}
                    sorted={sorted}
                    descending={order.descending}
                    onSort={() =>
                      setOrder({
                        column: column.key,
                        descending: sorted ? !order.descending : column.largestFirst,
                      })
                    }
                  >
                    {column.name}
                  </SortHead>
                );
              })}
            </tr>
          </thead>
          <tbody
            onKeyDown={(event) => {
              if (!event.ctrlKey && !event.metaKey && !event.altKey && move(event.key))
                event.preventDefault();
            }}
          >
            {items.map(({ index }, position) => {
              const row = known(rows[index], `row ${index}`);
              return (
                <Row
                  key={row.state}
                  row={row}
                  hasNames={hasNames}
                  index={index}
                  gapPx={gapBefore(position)}
                  active={index === at}
                  chosen={row.state === chosen}
                  onChoose={() => {
                    setActive(index);
                    onSelect({ kind: 'state', state: row.state });
                  }}
                />
              );
            })}
            <RowGap px={gapAfter} columns={columns.length} />
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="states-none">No state has this number or tag. Change the search.</p>
        )}
      </div>
    </section>
  );
}

function Row({
  row,
  hasNames,
  index,
  gapPx,
  active,
  chosen,
  onChoose,
}: {
  readonly row: StateRow;
  readonly hasNames: boolean;
  readonly index: number;
  readonly gapPx: number;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const tags = row.tags.join(', ');
  const orBlank = (count: number, from: number): string => (count >= from ? formatCount(count) : '');
  return (
    <>
      <RowGap px={gapPx} columns={STATE_COLUMNS.length} />
      <tr className={chosen ? 'long-row chosen' : 'long-row'} aria-rowindex={index + 2}>
        <td className="number">
          <button
            type="button"
            className="long-row-button states-choose"
            data-row={index}
            tabIndex={active ? 0 : -1}
            aria-pressed={chosen}
            aria-label={`State ${row.state}`}
            onClick={onChoose}
          >
            {row.state}
          </button>
        </td>
        <td>
          <span className={`graph-role ${row.role}`} aria-hidden="true" /> {row.role}
        </td>
        {hasNames && (
          <>
            <td className="clip" title={row.name}>
              {row.name}
            </td>
            <td className="clip" title={row.phase}>
              {row.phase}
            </td>
          </>
        )}
        <td className="clip" title={tags}>
          {tags}
        </td>
        <td className="number">{formatCount(row.support)}</td>
        <td className="number">{orBlank(row.ends, 1)}</td>
        <td className="number">{orBlank(row.merged, 2)}</td>
        <td className="number">{row.depth}</td>
        <td className="number">{orBlank(row.transitions, 1)}</td>
        <td className="number">{row.certainty === null ? '' : `${row.certainty} %`}</td>
      </tr>
    </>
  );
}
