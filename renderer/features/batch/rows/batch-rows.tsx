import { useDeferredValue, useState } from 'react';
import type { BatchItem, BatchRun, SortedMeasure } from '#shared/contract/batch.ts';
import { figureText, formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { PAGE } from '../../../client/queries.ts';
import { usePagedRows } from '../../../client/use-paged-rows.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SearchField, SelectField } from '../../../ui/inputs/field.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { Sheet } from '../../lasting-runs/index.ts';
import { measuredValue, SORTED } from '../figures.ts';
import { batchQueries } from '../queries.ts';
import { BatchRowDetails } from './batch-row.tsx';
import { columnEntries } from './column-entries.ts';
import { ASKED, shownColumns, TRUTH, widthOf } from './sheet-columns.ts';
import { type RowSort, SheetHeads } from './sheet-heads.tsx';
import { useSheetView } from './sheet-view.ts';
import './rows.css';

const FILTERS = ['all', 'different', 'failed'] as const;
const ROW_HEIGHT = 72;

/** Turns by columns, of any number: filtered, found and sorted by the backend, and fetched where they are looked at. */
export function BatchRows({
  run,
  project,
}: {
  readonly run: BatchRun;
  /** The project's file: how its tables are looked at is kept under it. */
  readonly project: string;
}) {
  const { client } = useApi();
  const ask = batchQueries(client);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [measure, setMeasure] = useState<SortedMeasure>('rougeL');
  const [sort, setSort] = useState<RowSort | null>(null);
  const [view, setView] = useSheetView(project);
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState<BatchItem | null>(null);
  const { rows, error, retry, onRange } = usePagedRows((page) =>
    ask.rows({
      run: run.run,
      filter,
      query,
      sort: sort && { ...sort, by: measure },
      offset: page * PAGE,
      limit: PAGE,
    }),
  );
  const keys = [TRUTH, ...run.columns.map(({ key }) => key)];
  const indexes = new Map(run.columns.map(({ key }, index) => [key, index]));
  const titleOf = (key: string): string => run.columns[indexes.get(key) ?? -1]?.title ?? 'What was said';
  const shown = shownColumns(view, keys);
  const widths = [ASKED, ...shown].map((key) => widthOf(view, key));
  const digits = SORTED.find(({ value }) => value === measure)?.digits ?? 1;

  return (
    <div className="stack-2 batch-rows">
      <div className="row-2 batch-bar">
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
          className="row-1 batch-measure"
          value={measure}
          options={SORTED}
          onChange={(event) => setMeasure(event.target.value as SortedMeasure)}
        />
        <Menu
          label="Columns"
          className="button button-small"
          entries={columnEntries(view, keys, titleOf, (next) => {
            setView(next);
            if (sort && !shownColumns(next, keys).includes(sort.column)) setSort(null);
          })}
        >
          Columns
          <Icon name="chevron-down" />
        </Menu>
        <span className="quiet small batch-count" aria-live="polite">
          {rows ? formatAmount(rows.total, 'row') : ''}
          {shown.length < keys.length && `, ${formatAmount(keys.length - shown.length, 'column')} hidden`}
        </span>
      </div>
      {error && <FailedState error={error} onRetry={retry} />}
      {!rows && !error && <LoadingState />}
      {rows && (
        <Sheet
          label="Rows by columns"
          template={widths.map((width) => `${width}px`).join(' ')}
          width={widths.reduce((sum, width) => sum + width, 0)}
          fixed={widths[0] ?? 0}
          heads={
            <SheetHeads
              keys={keys}
              titleOf={titleOf}
              view={view}
              onView={setView}
              sort={sort}
              onSort={setSort}
            />
          }
        >
          {rows.total === 0 ? (
            <p className="quiet batch-note">
              {run.rows === 0 ? 'The first answers are on their way.' : 'No row is like this.'}
            </p>
          ) : (
            <VirtualList
              label="Rows"
              total={rows.total}
              rowHeight={ROW_HEIGHT}
              itemAt={rows.itemAt}
              keyOf={(item) => item.item}
              active={active}
              selected={-1}
              onActive={setActive}
              onOpen={(index) => setOpen(rows.itemAt(index))}
              onRange={onRange}
            >
              {(item) => (
                <div className="sheet-row">
                  <div className="sheet-cell sheet-fixed">
                    <p className="sheet-text">{item.asked}</p>
                    <span className="quiet small sheet-foot">
                      {item.externalId}, round {item.round + 1}
                      {item.turns > 1 ? ` and ${item.turns - 1} more` : ''}
                    </span>
                  </div>
                  {shown.map((key) => {
                    const index = indexes.get(key);
                    return index === undefined ? (
                      <div key={key} className="sheet-cell">
                        <p className="sheet-text">{item.truth}</p>
                      </div>
                    ) : (
                      <AnswerCell
                        key={key}
                        cell={item.cells[index] ?? null}
                        measure={measure}
                        digits={digits}
                      />
                    );
                  })}
                </div>
              )}
            </VirtualList>
          )}
        </Sheet>
      )}
      {open && <BatchRowDetails run={run} item={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function AnswerCell({
  cell,
  measure,
  digits,
}: {
  readonly cell: BatchItem['cells'][number];
  readonly measure: SortedMeasure;
  readonly digits: number;
}) {
  if (cell === null) return <div className="sheet-cell quiet">not yet</div>;
  return (
    <div className="sheet-cell">
      <p className={cell.problem ? 'sheet-text sheet-problem' : 'sheet-text'}>
        {cell.answer || cell.problem}
      </p>
      <span className="quiet small sheet-foot">{figureText(measuredValue(cell, measure), { digits })}</span>
    </div>
  );
}
