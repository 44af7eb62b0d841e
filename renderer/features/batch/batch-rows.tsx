import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import type { BatchItem, BatchRun, SortedMeasure } from '#shared/contract/batch.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField, SelectField } from '../../ui/field.tsx';
import { formatAmount } from '../../ui/format.ts';
import { pagesOf } from '../../ui/list-pages.ts';
import { FailedState, LoadingState } from '../../ui/notice.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ResizeHandle } from '../comparison/resize-handle.tsx';
import { BatchRowDetails } from './batch-row.tsx';
import { SORTED, valueText } from './figure-text.ts';
import { batchQueries, ROWS_A_PAGE, type RowsAsked } from './queries.ts';

const FILTERS = ['all', 'different', 'failed'] as const;
const FIRST_WIDTH = 280;
const WIDTH = 240;

/** Turns by columns, of any number: filtered, found and sorted by the backend, and fetched where they are looked at. */
export function BatchRows({ run }: { readonly run: BatchRun }) {
  const { client } = useApi();
  const ask = batchQueries(client);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [measure, setMeasure] = useState<SortedMeasure>('rougeL');
  const [sort, setSort] = useState<{ readonly column: string; readonly descending: boolean } | null>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState<BatchItem | null>(null);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);

  const asked = (page: number): RowsAsked => ({
    run: run.run,
    filter,
    query,
    sort: sort && { ...sort, by: measure },
    offset: page * ROWS_A_PAGE,
    limit: ROWS_A_PAGE,
  });
  const numbers = [
    ...new Set([0, ...pagesOf(range.first, range.last, ROWS_A_PAGE, Number.MAX_SAFE_INTEGER)]),
  ];
  const pages = useQueries({ queries: numbers.map((page) => ask.rows(asked(page), run.rows)) });
  const start = useQuery(ask.rows(asked(0), run.rows));
  // While rows arrive, or another question is on its way, the rows of before stay.
  const latest = useRef<{
    readonly total: number;
    readonly itemAt: (index: number) => BatchItem | null;
  } | null>(null);
  if (start.data) {
    latest.current = {
      total: start.data.total,
      itemAt: (index) =>
        pages[numbers.indexOf(Math.floor(index / ROWS_A_PAGE))]?.data?.items[index % ROWS_A_PAGE] ?? null,
    };
  }
  const rows = latest.current;
  const shown = run.columns.flatMap((column, place) =>
    hidden.includes(column.key) ? [] : [{ ...column, place }],
  );
  const widthOf = (key: string): number => widths[key] ?? (key === '' ? FIRST_WIDTH : WIDTH);
  const template = ['', '  truth', ...shown.map(({ key }) => key)]
    .map((key) => `${widthOf(key)}px`)
    .join(' ');
  const full = ['', '  truth', ...shown.map(({ key }) => key)].reduce((sum, key) => sum + widthOf(key), 0);
  const places = SORTED.find(({ value }) => value === measure)?.places ?? 1;
  const resize = (key: string, label: string) => (
    <ResizeHandle
      label={`Width of ${label}`}
      value={widthOf(key)}
      least={120}
      most={800}
      onChange={(width) => setWidths({ ...widths, [key]: width })}
    />
  );

  return (
    <div className="batch-rows">
      <div className="batch-bar">
        <fieldset className="batch-filter" aria-label="Which rows">
          {FILTERS.map((one) => (
            <Button key={one} small aria-pressed={filter === one} onClick={() => setFilter(one)}>
              {one === 'all' ? 'All' : one === 'different' ? 'Different' : 'Failed'}
            </Button>
          ))}
        </fieldset>
        <SearchField
          label="Find in questions and answers"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Measure"
          className="batch-measure"
          value={measure}
          options={SORTED}
          onChange={(event) => setMeasure(event.target.value as SortedMeasure)}
        />
        {hidden.length > 0 && (
          <Button small onClick={() => setHidden([])}>
            Show {formatAmount(hidden.length, 'hidden column')}
          </Button>
        )}
        <span className="quiet small batch-count" aria-live="polite">
          {rows ? formatAmount(rows.total, 'row') : ''}
        </span>
      </div>
      {start.isError && <FailedState error={start.error} onRetry={() => void start.refetch()} />}
      {!rows && !start.isError && <LoadingState />}
      {rows && (
        <div className="batch-body">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
          <section className="batch-wide" tabIndex={0} aria-label="Rows by columns">
            <div className="batch-sheet" style={{ width: full }}>
              <div className="batch-grid batch-head" style={{ gridTemplateColumns: template }}>
                <div className="batch-cell">
                  <span className="batch-title">Asked</span>
                  {resize('', 'the question')}
                </div>
                <div className="batch-cell">
                  <span className="batch-title">What was said</span>
                  {resize('  truth', 'the true answer')}
                </div>
                {shown.map(({ key, title }) => {
                  const sorted = sort?.column === key;
                  return (
                    <div key={key} className="batch-cell">
                      <button
                        type="button"
                        className="batch-sort"
                        title={`${title}: sort by the measure`}
                        aria-label={`Sort by ${title}${sorted ? (sort.descending ? ', now descending' : ', now ascending') : ''}`}
                        onClick={() =>
                          setSort(
                            !sorted
                              ? { column: key, descending: true }
                              : sort.descending
                                ? { column: key, descending: false }
                                : null,
                          )
                        }
                      >
                        <span className="batch-title">{title}</span>
                        {sorted && <span aria-hidden="true">{sort.descending ? '▾' : '▴'}</span>}
                      </button>
                      {shown.length > 1 && (
                        <button
                          type="button"
                          className="batch-hide"
                          title="Hide this column"
                          aria-label={`Hide ${title}`}
                          onClick={() => {
                            setHidden([...hidden, key]);
                            if (sorted) setSort(null);
                          }}
                        >
                          ×
                        </button>
                      )}
                      {resize(key, title)}
                    </div>
                  );
                })}
              </div>
              {rows.total === 0 ? (
                <p className="quiet batch-note">
                  {run.rows === 0 ? 'The first answers are on their way.' : 'No row is like this.'}
                </p>
              ) : (
                <VirtualList
                  label="Rows"
                  total={rows.total}
                  rowHeight={72}
                  itemAt={rows.itemAt}
                  keyOf={(item) => item.item}
                  active={active}
                  selected={-1}
                  onActive={setActive}
                  onOpen={(index) => setOpen(rows.itemAt(index))}
                  onRange={onRange}
                >
                  {(item) => (
                    <div className="batch-grid" style={{ gridTemplateColumns: template }}>
                      <div className="batch-cell">
                        <p className="batch-text">{item.asked}</p>
                        <span className="quiet small batch-foot">
                          {item.externalId}, round {item.round + 1}
                          {item.turns > 1 ? ` and ${item.turns - 1} more` : ''}
                        </span>
                      </div>
                      <div className="batch-cell">
                        <p className="batch-text">{item.truth}</p>
                      </div>
                      {shown.map(({ key, place }) => {
                        const cell = item.cells[place];
                        const value =
                          cell === null
                            ? null
                            : measure === 'costUsd' || measure === 'latencyMs'
                              ? cell[measure]
                              : cell.measures[measure];
                        return (
                          <div key={key} className="batch-cell">
                            {cell === null ? (
                              <p className="quiet">not yet</p>
                            ) : (
                              <>
                                <p className={cell.problem ? 'batch-text batch-problem' : 'batch-text'}>
                                  {cell.answer || cell.problem}
                                </p>
                                <span className="quiet small batch-foot">{valueText(value, places)}</span>
                              </>
                            )}
                          </div>
                        );
                      })}
                    </div>
                  )}
                </VirtualList>
              )}
            </div>
          </section>
          {open && <BatchRowDetails run={run} item={open} onClose={() => setOpen(null)} />}
        </div>
      )}
    </div>
  );
}
