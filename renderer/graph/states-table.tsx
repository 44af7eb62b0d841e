import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '#shared/algorithms/layout/label-text.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { nextIndex } from '../ui/roving.ts';
import { GraphIcon } from './graph-icon.tsx';
import type { GraphSelection } from './graph-selection.ts';
import { orderRows, STATE_COLUMNS, type StateOrder, type StateRow, stateRows } from './states-rows.ts';
import '../ui/button.css';
import '../ui/field.css';
import './graph.css';
import './states-table.css';

const ROW_PX = 28;

/** The automaton's states as a table: all of them, sorted by any column; choosing a row chooses the state. */
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
  const rows = useMemo(() => orderRows(all, order, query), [all, order, query]);
  const box = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(false);
  const chosen = selection?.kind === 'state' ? selection.state : null;
  const at = Math.max(0, Math.min(active, rows.length - 1));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: ROW_PX,
    // The row that the keys are at stays on the page, or the focus would be lost.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return at >= rows.length || visible.includes(at) ? visible : [...visible, at].sort((a, b) => a - b);
    },
  });
  const scrollTo = useRef(virtualizer.scrollToIndex);
  scrollTo.current = virtualizer.scrollToIndex;

  useEffect(() => {
    const index = chosen === null ? -1 : rows.findIndex((row) => row.state === chosen);
    if (index < 0) return;
    setActive(index);
    scrollTo.current(index);
  }, [chosen, rows]);

  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    box.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus({ preventScroll: true });
  }, [at]);

  const move = (key: string): boolean => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const next = nextIndex(key, at, rows.length, { axis: 'vertical', page });
    if (next === null) return false;
    focusWanted.current = next !== at;
    setActive(next);
    virtualizer.scrollToIndex(next);
    return true;
  };

  const items = virtualizer.getVirtualItems();
  return (
    <section className="graph-table" aria-label="States">
      <div className="graph-bar">
        <div className="search graph-search">
          <GraphIcon name="search" />
          <input
            className="input"
            type="search"
            aria-label="Find a tag or a state number"
            placeholder="Tag or state number"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <output className="graph-found">
          {formatCount(rows.length)} of {formatCount(all.length)} states
        </output>
      </div>
      <div ref={box} className="states">
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {STATE_COLUMNS.map((column) => {
                const sorted = order.column === column.key;
                return (
                  <th
                    key={column.key}
                    scope="col"
                    className={`states-${column.key}${column.number ? ' number' : ''}`}
                    aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : undefined}
                  >
                    <button
                      type="button"
                      className="states-sort"
                      title={column.help}
                      onClick={() =>
                        setOrder({
                          column: column.key,
                          descending: sorted ? !order.descending : column.largestFirst,
                        })
                      }
                    >
                      {column.name}
                      {sorted && <GraphIcon name={order.descending ? 'down' : 'up'} />}
                    </button>
                  </th>
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
            {items.map((item, index) => (
              <Row
                key={rows[item.index].state}
                row={rows[item.index]}
                index={item.index}
                gapPx={item.start - (index > 0 ? items[index - 1].end : 0)}
                active={item.index === at}
                chosen={rows[item.index].state === chosen}
                onChoose={() => {
                  setActive(item.index);
                  onSelect({ kind: 'state', state: rows[item.index].state });
                }}
              />
            ))}
            <Gap px={virtualizer.getTotalSize() - (items[items.length - 1]?.end ?? 0)} />
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="states-none">No state has this number or tag. Change the search.</p>
        )}
      </div>
    </section>
  );
}

/** The height of the rows that are not on the page. */
function Gap({ px }: { readonly px: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer, with nothing in it to focus
    <tr aria-hidden="true" className="states-gap">
      <td colSpan={STATE_COLUMNS.length} style={{ height: px }} />
    </tr>
  );
}

function Row({
  row,
  index,
  gapPx,
  active,
  chosen,
  onChoose,
}: {
  readonly row: StateRow;
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
      <Gap px={gapPx} />
      <tr className={chosen ? 'states-row chosen' : 'states-row'} aria-rowindex={index + 2}>
        <td className="number">
          <button
            type="button"
            className="states-choose"
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
        <td className="clip" title={tags}>
          {tags}
        </td>
        <td className="number">{formatCount(row.support)}</td>
        <td className="number">{orBlank(row.ends, 1)}</td>
        <td className="number">{orBlank(row.united, 2)}</td>
        <td className="number">{row.depth}</td>
        <td className="number">{orBlank(row.transitions, 1)}</td>
      </tr>
    </>
  );
}
