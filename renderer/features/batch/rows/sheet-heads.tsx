import type { ReactNode } from 'react';
import { ColumnOrder, useOrderedColumn } from '../../../ui/columns/column-order.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Divider } from '../../../ui/panes/divider.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import {
  ASKED,
  hideColumn,
  NARROWEST,
  placeColumn,
  resizeColumn,
  type SheetView,
  shownColumns,
  TRUTH,
  WIDEST,
  widthOf,
} from './sheet-columns.ts';
import './rows.css';

export interface RowSort {
  readonly column: string;
  readonly descending: boolean;
}

/** The column heads of the table: click to sort; drag or use keys to move, resize and hide. */
export function SheetHeads({
  keys,
  titleOf,
  view,
  onView,
  sort,
  onSort,
}: {
  /** Keys of all columns except `ASKED`, in the run's order. */
  readonly keys: readonly string[];
  readonly titleOf: (key: string) => string;
  readonly view: SheetView;
  readonly onView: (view: SheetView) => void;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
}) {
  const place = (key: string, to: number) => onView(placeColumn(view, keys, key, to));
  const divider = (key: string, label: string) => (
    <Divider
      label={`Width of ${label}`}
      size={widthOf(view, key)}
      of="before"
      least={NARROWEST}
      most={WIDEST}
      atEnd
      onChange={(width) => onView(resizeColumn(view, key, width))}
    />
  );
  const hideable = (key: string) => {
    const without = hideColumn(view, keys, key);
    if (without === view) return null;
    return () => {
      onView(without);
      if (sort?.column === key) onSort(null);
    };
  };
  const shown = shownColumns(view, keys);
  return (
    <ColumnOrder onMove={place}>
      <div className="sheet-cell sheet-fixed">
        <span className="bold breaks sheet-title">Asked</span>
        {divider(ASKED, 'the question')}
      </div>
      {shown.map((key, at) => (
        <SheetHead
          key={key}
          column={key}
          title={titleOf(key)}
          at={at}
          isLast={at === shown.length - 1}
          sort={sort?.column === key ? sort : null}
          onSort={onSort}
          onPlace={(to) => place(key, to)}
          onHide={hideable(key)}
          divider={divider(key, titleOf(key))}
        />
      ))}
    </ColumnOrder>
  );
}

function SheetHead({
  column,
  title,
  at,
  isLast,
  sort,
  onSort,
  onPlace,
  onHide,
  divider,
}: {
  readonly column: string;
  readonly title: string;
  /** Position of the column, from 0. */
  readonly at: number;
  readonly isLast: boolean;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
  readonly onPlace: (to: number) => void;
  /** Null if it is the only column. */
  readonly onHide: (() => void) | null;
  readonly divider: ReactNode;
}) {
  const { ref, grip, className } = useOrderedColumn(column, at);
  const sorts = column !== TRUTH;
  const order = sort && (sort.descending ? ', now descending' : ', now ascending');
  return (
    <div ref={ref} data-column={column} className={`sheet-cell ${className}`}>
      <button
        type="button"
        className="row-1 sheet-sort"
        title={`${title}\n${sorts ? 'Click to sort by this measure. ' : ''}Drag, or press Alt with an arrow key, to move.`}
        aria-label={sorts ? `Sort by ${title}${order ?? ''}` : title}
        {...grip}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined || !event.altKey) return;
          event.preventDefault();
          event.stopPropagation();
          const control = event.currentTarget;
          onPlace(at + step);
          // A moved element loses the focus.
          requestAnimationFrame(() => control.focus());
        }}
        onClick={() => {
          if (sorts) onSort(sort && !sort.descending ? null : { column, descending: !sort });
        }}
      >
        <span className="bold breaks sheet-title">{title}</span>
        {sort && <span aria-hidden="true">{sort.descending ? '▾' : '▴'}</span>}
      </button>
      <Menu
        label={`Column ${title}`}
        className="button button-quiet button-icon button-small"
        title="Sort by, move or hide this column"
        entries={[
          ...(sorts
            ? ([
                {
                  kind: 'action',
                  label: 'Highest first',
                  checked: sort?.descending === true,
                  onSelect: () => onSort({ column, descending: true }),
                },
                {
                  kind: 'action',
                  label: 'Lowest first',
                  checked: sort?.descending === false,
                  onSelect: () => onSort({ column, descending: false }),
                },
                { kind: 'line' },
              ] as const)
            : []),
          {
            kind: 'action',
            label: 'Move left',
            side: 'Alt ←',
            disabled: at === 0,
            onSelect: () => onPlace(at - 1),
          },
          {
            kind: 'action',
            label: 'Move right',
            side: 'Alt →',
            disabled: isLast,
            onSelect: () => onPlace(at + 1),
          },
          { kind: 'action', label: 'Hide', disabled: onHide === null, onSelect: () => onHide?.() },
        ]}
      >
        <Icon name="chevron-down" />
        <span className="visually-hidden">Column {title}</span>
      </Menu>
      {divider}
    </div>
  );
}
