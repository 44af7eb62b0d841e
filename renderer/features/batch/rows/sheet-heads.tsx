import type { ReactNode } from 'react';
import { ColumnOrder, useOrderedColumn } from '../../../ui/columns/column-order.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Divider } from '../../../ui/panes/split.tsx';
import { Icon } from '../../../ui/text/icon.tsx';

/** The column of the customer's message. It names the row, so it is always first and never hidden. */
export const ASKED = 'asked';
export const TRUTH = 'truth';

export interface SheetView {
  /** Column keys in the chosen order; may include keys of the project's other runs. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** In px, by key; only the widths that were changed. */
  readonly widths: Readonly<Record<string, number>>;
}

export const START_VIEW: SheetView = { order: [], hidden: [], widths: {} };

export const NARROWEST = 120;
export const WIDEST = 800;
const ASKED_WIDTH = 260;
const WIDTH = 240;

/** Returns the columns in order. A column that was never moved follows the one before it. */
export function orderedColumns(view: SheetView, keys: readonly string[]): string[] {
  const ordered = view.order.filter((key) => keys.includes(key));
  for (const [at, key] of keys.entries()) {
    if (ordered.includes(key)) continue;
    const before = keys[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, key);
  }
  return ordered;
}

export function shownColumns(view: SheetView, keys: readonly string[]): string[] {
  const shown = orderedColumns(view, keys).filter((key) => !view.hidden.includes(key));
  return shown.some((key) => key !== TRUTH) ? shown : orderedColumns(view, keys);
}

export function hideColumn(view: SheetView, keys: readonly string[], key: string): SheetView {
  const rest = shownColumns(view, keys).filter((other) => other !== key);
  if (!rest.some((other) => other !== TRUTH)) return view;
  return { ...view, hidden: [...view.hidden.filter((other) => other !== key), key] };
}

export function showColumn(view: SheetView, key: string): SheetView {
  return { ...view, hidden: view.hidden.filter((other) => other !== key) };
}

export function placeColumn(view: SheetView, keys: readonly string[], key: string, to: number): SheetView {
  const shown = shownColumns(view, keys);
  if (!shown.includes(key)) return view;
  const others = shown.filter((other) => other !== key);
  const place = Math.max(0, Math.min(others.length, to));
  if (shown[place] === key) return view;
  const ordered = orderedColumns(view, keys).filter((other) => other !== key);
  // Hidden columns stay in place: the column goes right behind its visible left neighbor.
  const neighbour = others[place - 1];
  const at = neighbour === undefined ? 0 : ordered.indexOf(neighbour) + 1;
  return { ...view, order: ordered.toSpliced(at, 0, key) };
}

export function widthOf({ widths }: SheetView, key: string): number {
  return widths[key] ?? (key === ASKED ? ASKED_WIDTH : WIDTH);
}

export function resizeColumn(view: SheetView, key: string, width: number): SheetView {
  const fitting = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
  return { ...view, widths: { ...view.widths, [key]: fitting } };
}

export interface RowSort {
  readonly column: string;
  readonly descending: boolean;
}

interface SheetHeadsProps {
  readonly keys: readonly string[];
  readonly titleOf: (key: string) => string;
  readonly view: SheetView;
  readonly onView: (view: SheetView) => void;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
}

export function SheetHeads({ keys, titleOf, view, onView, sort, onSort }: SheetHeadsProps) {
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
        <span className="bold breaks sheet-title">Previous turn</span>
        {divider(ASKED, 'the previous turn')}
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

interface SheetHeadProps {
  readonly column: string;
  readonly title: string;
  readonly at: number;
  readonly isLast: boolean;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
  readonly onPlace: (to: number) => void;
  /** Null for the only column. */
  readonly onHide: (() => void) | null;
  readonly divider: ReactNode;
}

function SheetHead({ column, title, at, isLast, sort, onSort, onPlace, onHide, divider }: SheetHeadProps) {
  const { ref, grip, className } = useOrderedColumn(column, at);
  const sorts = column !== TRUTH;
  const order = sort && (sort.descending ? ', now descending' : ', now ascending');
  return (
    <div ref={ref} data-column={column} className={`sheet-cell ${className}`}>
      <button
        type="button"
        className="row-1 sheet-sort grow shrink min-small breaks no-border no-fill to-start pad-0"
        title={`${title}\n${sorts ? 'Click to sort by this measure. ' : ''}Drag to move, or press Alt with an arrow key.`}
        aria-label={sorts ? `Sort by ${title}${order ?? ''}` : title}
        {...grip}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined || !event.altKey) return;
          event.preventDefault();
          event.stopPropagation();
          const control = event.currentTarget;
          onPlace(at + step);
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
        title="Sort by this column, move it or hide it"
        entries={[
          ...(sorts
            ? ([
                {
                  label: 'Highest first',
                  checked: sort?.descending === true,
                  onSelect: () => onSort({ column, descending: true }),
                },
                {
                  label: 'Lowest first',
                  checked: sort?.descending === false,
                  onSelect: () => onSort({ column, descending: false }),
                },
                { kind: 'line' },
              ] as const)
            : []),
          { label: 'Move left', side: 'Alt ←', disabled: at === 0, onSelect: () => onPlace(at - 1) },
          { label: 'Move right', side: 'Alt →', disabled: isLast, onSelect: () => onPlace(at + 1) },
          { label: 'Hide', disabled: onHide === null, onSelect: () => onHide?.() },
        ]}
      >
        <Icon name="chevron-down" />
        <span className="visually-hidden">Column {title}</span>
      </Menu>
      {divider}
    </div>
  );
}
