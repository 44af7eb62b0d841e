import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { required } from '#shared/domain/required.ts';
import { Icon } from '../text/icon.tsx';
import { InPlace } from './in-place.tsx';
import { RowGap, useTableRows } from './virtual-list.tsx';

export function bestOf(
  values: readonly (number | null | undefined)[],
  wanted: 'most' | 'least' = 'most',
): number | null {
  const measured = values.filter((value) => value != null);
  const best = wanted === 'most' ? Math.max(...measured) : Math.min(...measured);
  const shared = measured.filter((value) => value === best).length;
  return measured.length < 2 || shared > measured.length / 2 ? null : best;
}

export const bestClass = (value: number | null | undefined, best: number | null): string =>
  value != null && value === best ? 'best' : '';

export const BEST_NOTE = '★ marks the best value in a column.';

export interface Column<Row, SortKey extends string = string> {
  readonly name: ReactNode;
  readonly help?: string;
  readonly hidden?: boolean;
  readonly className?: string;
  readonly headClass?: string;
  readonly cellClass?: (row: Row) => string;
  readonly isName?: boolean;
  readonly title?: (row: Row) => string | undefined;
  readonly value: (row: Row) => ReactNode;
  /** The value that a click on the heading sorts by; absent if the table cannot be sorted by this column. */
  readonly sort?: SortKey;
}

export interface Sorting<SortKey extends string> {
  readonly by: SortKey | null | undefined;
  readonly descending: boolean;
  readonly onSort: (by: SortKey) => void;
}

const classes = (...names: readonly (string | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

function Head<Row, SortKey extends string>({
  column: { name, help, hidden, sort, ...column },
  sorting,
}: {
  readonly column: Column<Row, SortKey>;
  readonly sorting: Sorting<SortKey> | undefined;
}) {
  const className = classes(column.headClass, column.className);
  if (name === '') return <td className={className} />;
  if (!sorting || sort === undefined) {
    return (
      <th scope="col" className={className} title={help}>
        {hidden ? <span className="visually-hidden">{name}</span> : name}
      </th>
    );
  }
  const isSorted = sorting.by === sort;
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? order : undefined}>
      <button type="button" className="sort" title={help} onClick={() => sorting.onSort(sort)}>
        {name}
        {isSorted && <Icon name={sorting.descending ? 'chevron-down' : 'chevron-up'} />}
      </button>
    </th>
  );
}

interface CellProps<Row> {
  readonly column: Pick<Column<Row>, 'isName' | 'className' | 'cellClass' | 'title'>;
  readonly row: Row;
  readonly children: ReactNode;
}

function Cell<Row>({ column: { isName, className, cellClass, title }, row, children }: CellProps<Row>) {
  const all = { className: classes(className, cellClass?.(row)), title: title?.(row) };
  return isName ? (
    <th scope="row" {...all}>
      {children}
    </th>
  ) : (
    <td {...all}>{children}</td>
  );
}

export const numbers = <Row,>(
  ...columns: readonly (readonly [name: string, value: (row: Row) => ReactNode])[]
): Column<Row, never>[] => columns.map(([name, value]) => ({ name, value, className: 'number' }));

export function FigureTable<Row, SortKey extends string = never>({
  columns,
  rows,
  keyOf,
  className,
  caption,
  captionClass = 'visually-hidden',
  sorting,
  rowClass,
  headless = false,
  groups,
  children,
  foot,
}: {
  readonly columns: readonly Column<Row, SortKey>[];
  readonly rows: readonly Row[];
  /** Key of a row; by default its index, for rows that never change places. */
  readonly keyOf?: (row: Row) => string | number;
  readonly className?: string;
  readonly caption?: ReactNode;
  readonly captionClass?: string;
  readonly sorting?: Sorting<SortKey>;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly headless?: boolean;
  readonly groups?: ReactNode;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}) {
  const line = (row: Row) => (
    <tr key={keyOf?.(row)} className={rowClass?.(row)}>
      <InPlace of={columns}>
        {(column) => (
          <Cell column={column} row={row}>
            {column.value(row)}
          </Cell>
        )}
      </InPlace>
    </tr>
  );
  return (
    <table className={className}>
      {caption && <caption className={captionClass}>{caption}</caption>}
      {!headless && (
        <thead>
          {groups}
          <tr>
            <InPlace of={columns}>{(column) => <Head column={column} sorting={sorting} />}</InPlace>
          </tr>
        </thead>
      )}
      <tbody>
        {keyOf ? rows.map(line) : <InPlace of={rows}>{line}</InPlace>}
        {children}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

export interface LongColumn<Row, SortKey extends string = string> extends Column<Row, SortKey> {
  /** Returns attributes that make the value of this column a button for the row. */
  readonly button?: (row: Row) => ButtonHTMLAttributes<HTMLButtonElement>;
  readonly beside?: (row: Row) => ReactNode;
}

/** Renders only visible rows. Arrows, Page Up and Down, Home and End move; Enter or a click opens a row. */
export function LongTable<Row, SortKey extends string = never>({
  label,
  className,
  columns,
  rows,
  keyOf,
  sorting,
  isChosen,
  follow = false,
  onOpen,
  onSpace,
  children,
}: {
  readonly label?: string;
  readonly className?: string;
  readonly columns: readonly LongColumn<Row, SortKey>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly sorting?: Sorting<SortKey>;
  /** Returns true for the chosen row; absent if opening a row does not choose it. */
  readonly isChosen?: (row: Row) => boolean;
  /** True to scroll to the chosen row whenever it changes place. */
  readonly follow?: boolean;
  readonly onOpen: (row: Row) => void;
  readonly onSpace?: (row: Row) => void;
  readonly children?: ReactNode;
}) {
  const chosen = isChosen ? rows.findIndex(isChosen) : -1;
  const [active, setActive] = useState(Math.max(0, chosen));
  const at = Math.max(0, Math.min(active, rows.length - 1));
  const { box, items, gapBefore, gapAfter, move, scrollTo } = useTableRows(rows.length, at, setActive);
  const scroll = useRef(scrollTo);
  scroll.current = scrollTo;
  useEffect(() => {
    if (!follow || chosen < 0) return;
    setActive(chosen);
    scroll.current(chosen);
  }, [follow, chosen]);
  return (
    <div ref={box} className={classes('long-table', className)}>
      <table aria-rowcount={rows.length + 1} aria-label={label}>
        <thead>
          <tr aria-rowindex={1}>
            <InPlace of={columns}>{(column) => <Head column={column} sorting={sorting} />}</InPlace>
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (onSpace && event.key === ' ' && event.target instanceof HTMLButtonElement) {
              event.preventDefault();
              onSpace(required(rows[at], `row ${at}`));
            } else if (move(event.key)) event.preventDefault();
          }}
        >
          {items.map(({ index }, position) => {
            const row = required(rows[index], `row ${index}`);
            const key = keyOf(row);
            return [
              <RowGap key={`gap ${key}`} px={gapBefore(position)} columns={columns.length} />,
              <tr
                key={key}
                className={isChosen?.(row) ? 'anchor long-row lights chosen' : 'anchor long-row lights'}
                aria-rowindex={index + 2}
              >
                <InPlace of={columns}>
                  {({ button, beside, ...column }) => (
                    <Cell column={column} row={row}>
                      {button ? (
                        <button
                          type="button"
                          {...button(row)}
                          className={classes('long-row-button', button(row).className)}
                          data-row={index}
                          tabIndex={index === at ? 0 : -1}
                          aria-pressed={isChosen?.(row)}
                          onClick={() => {
                            setActive(index);
                            onOpen(row);
                          }}
                        >
                          {column.value(row)}
                        </button>
                      ) : (
                        column.value(row)
                      )}
                      {beside?.(row)}
                    </Cell>
                  )}
                </InPlace>
              </tr>,
            ];
          })}
          <RowGap px={gapAfter} columns={columns.length} />
        </tbody>
      </table>
      {children}
    </div>
  );
}
