import { type CSSProperties, useDeferredValue, useState } from 'react';
import type { BatchItem, BatchRun, SortedMeasure } from '#shared/contract/batch.ts';
import { figureText, formatAmount } from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { pageOf } from '../../../client/queries.ts';
import { usePagedRows } from '../../../client/use-paged-rows.ts';
import { useDialogueFilter } from '../../../project/dialogue-filter.ts';
import { readStored, writeStored } from '../../../ui/hooks/preferences.ts';
import { SearchField, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { AskedCell, PagedSheet } from '../../lasting-runs/index.ts';
import { measuredValue, SORTED } from '../figures.ts';
import { batchQueries } from '../use-wider-result.ts';
import { BatchRowDetails } from './batch-row.tsx';
import {
  ASKED,
  hideColumn,
  type RowSort,
  SheetHeads,
  type SheetView,
  START_VIEW,
  showColumn,
  shownColumns,
  TRUTH,
  widthOf,
} from './sheet-heads.tsx';

interface CellMark {
  /** True for the best of the row: several if they tie, none if all do. */
  readonly best: boolean;
  /** Share of the measure's maximum, 0 … 1; null if it has no maximum or nothing was measured. */
  readonly share: number | null;
}

/** The maximum of each measure; null if more is not better, as for a longer answer. */
const MOST: Readonly<Record<SortedMeasure, number | null>> = {
  bleu: 100,
  rouge1: 100,
  rouge2: 100,
  rougeL: 100,
  actF1: 100,
  embedding: 1,
  bertScore: 1,
  words: null,
  latencyMs: null,
  costUsd: null,
};
const LESS_IS_BETTER: readonly SortedMeasure[] = ['latencyMs', 'costUsd'];

export function rowMarks(
  values: readonly (number | null)[],
  by: SortedMeasure,
  digits: number,
): readonly CellMark[] {
  const printed = values.map((value) => (value === null ? null : Number(value.toFixed(digits))));
  const measured = printed.filter((value) => value !== null);
  const stands = by !== 'words' && new Set(measured).size > 1;
  const best = LESS_IS_BETTER.includes(by) ? Math.min(...measured) : Math.max(...measured);
  const most = MOST[by];
  return printed.map((value) => ({
    best: stands && value === best,
    share: value === null || most === null ? null : Math.min(1, Math.max(0, value / most)),
  }));
}

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'different', label: 'With different answers' },
  { value: 'failed', label: 'With a failed answer' },
] as const;
const ROW_HEIGHT = 72;

export function BatchRows({ run, project }: { readonly run: BatchRun; readonly project: string }) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('all');
  const { where } = useDialogueFilter();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [measure, setMeasure] = useState<SortedMeasure>('rougeL');
  const [sort, setSort] = useState<RowSort | null>(null);
  const [least, setLeast] = useState('');
  const apart = useDeferredValue(Number(least.trim().replace(',', '.')));
  const isNumber = Number.isFinite(apart) && apart >= 0;
  const [view, setView] = useSheetView(project);
  const items = usePagedRows((page) =>
    batchQueries.rows({
      run: run.run,
      filter,
      query,
      where,
      apart: filter === 'different' && isNumber && apart > 0 ? { by: measure, least: apart } : null,
      sort: sort && { ...sort, by: measure },
      ...pageOf(page),
    }),
  );
  const keys = [TRUTH, ...run.columns.map(({ key }) => key)];
  const indexes = new Map(run.columns.map(({ key }, index) => [key, index]));
  const titleOf = (key: string): string => run.columns[indexes.get(key) ?? -1]?.title ?? 'True answer';
  const shown = shownColumns(view, keys);
  const digits = SORTED.find(({ value }) => value === measure)?.digits ?? 1;

  return (
    <div className="stack-2 grow shrink shrink-down">
      <div className="row-2 wrap sheet-bar">
        <SelectField
          label="Rows"
          className="row-1 sheet-choice"
          value={filter}
          options={FILTERS}
          onChange={setFilter}
        />
        <SearchField label="Find text" value={typed} onChange={setTyped} />
        <SelectField
          label="Measure"
          className="row-1 sheet-choice"
          value={measure}
          options={SORTED}
          onChange={setMeasure}
        />
        {filter === 'different' && (
          <TextField
            label="Differ by at least"
            className="row-1 sheet-choice batch-apart"
            inputMode="decimal"
            title="Show only rows where the best and the worst column differ by at least this much"
            placeholder="any"
            value={least}
            aria-invalid={isNumber ? undefined : true}
            onChange={setLeast}
          />
        )}
        <DropMenu
          small
          label="Columns"
          entries={columnEntries(view, keys, titleOf, (next) => {
            setView(next);
            if (sort && !shownColumns(next, keys).includes(sort.column)) setSort(null);
          })}
        />
        <span className="quiet small to-end" aria-live="polite">
          {items.rows && formatAmount(items.rows.total, 'row')}
          {shown.length < keys.length && `, ${formatAmount(keys.length - shown.length, 'column')} hidden`}
        </span>
      </div>
      <PagedSheet
        of={items}
        label="Rows by columns"
        listLabel="Rows"
        columns={[ASKED, ...shown].map((key) => ({ width: widthOf(view, key) }))}
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
        rowHeight={ROW_HEIGHT}
        keyOf={({ item }) => item}
        empty={run.rows === 0 ? 'Waiting for the first answers…' : 'No rows match.'}
        onOpen={(item) => item && openDialog(BatchRowDetails, { run, item })}
      >
        {(item) => {
          const cells = shown.map((key) => item.cells[indexes.get(key) ?? -1] ?? null);
          const marks = rowMarks(
            cells.map((cell) => cell && measuredValue(cell, measure)),
            measure,
            digits,
          );
          return (
            <>
              <AskedCell of={item}>{item.turns > 1 && ` and ${item.turns - 1} more`}</AskedCell>
              {shown.map((key, at) =>
                key === TRUTH ? (
                  <div key={key} className="sheet-cell">
                    <p className="sheet-text">{item.truth}</p>
                  </div>
                ) : (
                  <AnswerCell
                    key={key}
                    cell={cells[at] ?? null}
                    mark={required(marks[at], `mark ${at}`)}
                    measure={measure}
                    digits={digits}
                  />
                ),
              )}
            </>
          );
        }}
      </PagedSheet>
    </div>
  );
}

interface AnswerCellProps {
  readonly cell: BatchItem['cells'][number];
  readonly mark: ReturnType<typeof rowMarks>[number];
  readonly measure: SortedMeasure;
  readonly digits: number;
}

function AnswerCell({ cell, mark: { best, share }, measure, digits }: AnswerCellProps) {
  if (cell === null) return <div className="sheet-cell quiet">not yet</div>;
  return (
    <div
      className={`sheet-cell ${share === null ? '' : 'batch-tinted'}`}
      style={share === null ? undefined : ({ '--share': share } as CSSProperties)}
    >
      <p className={cell.problem ? 'danger sheet-text' : 'sheet-text'}>{cell.answer || cell.problem}</p>
      <span className="small clip">
        {figureText(measuredValue(cell, measure), { digits })}
        {best && <strong> ★ best</strong>}
      </span>
    </div>
  );
}

function columnEntries(
  view: SheetView,
  keys: readonly string[],
  titleOf: (key: string) => string,
  onView: (view: SheetView) => void,
): MenuEntry[] {
  const shown = shownColumns(view, keys);
  const hidden = keys.filter((key) => !shown.includes(key));
  return [
    { kind: 'heading', label: 'Hide' },
    ...shown.map(
      (key): MenuEntry => ({
        label: titleOf(key),
        disabled: hideColumn(view, keys, key) === view,
        onSelect: () => onView(hideColumn(view, keys, key)),
      }),
    ),
    ...(hidden.length > 0 ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Show' } as const] : []),
    ...hidden.map(
      (key): MenuEntry => ({ label: titleOf(key), onSelect: () => onView(showColumn(view, key)) }),
    ),
    { kind: 'line' },
    {
      label: 'Reset',
      disabled: JSON.stringify(view) === JSON.stringify(START_VIEW),
      onSelect: () => onView(START_VIEW),
    },
  ];
}

function useSheetView(project: string): readonly [SheetView, (view: SheetView) => void] {
  const key = `batch.sheet.${project}`;
  const [view, setView] = useState<SheetView>(() => ({ ...START_VIEW, ...readStored(key, START_VIEW) }));
  return [
    view,
    (next) => {
      setView(next);
      writeStored(key, next);
    },
  ];
}
