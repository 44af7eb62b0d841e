import { Menu } from '../../../ui/overlays/menu.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { ResizeHandle } from '../../comparison/column/resize-handle.tsx';
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
import { type ColumnDrag, useColumnDrag } from './use-column-drag.ts';

export interface RowSort {
  readonly column: string;
  readonly descending: boolean;
}

/** The heads of the table of rows: they sort, and are dragged, moved by keys, resized and hidden. */
export function SheetHeads({
  keys,
  titleOf,
  view,
  onView,
  sort,
  onSort,
}: {
  /** Of all columns but the question's, in the run's order. */
  readonly keys: readonly string[];
  readonly titleOf: (key: string) => string;
  readonly view: SheetView;
  readonly onView: (view: SheetView) => void;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
}) {
  const shown = shownColumns(view, keys);
  const place = (key: string, to: number) => onView(placeColumn(view, keys, key, to));
  const { drag, handlers, wasDragged } = useColumnDrag(place);
  const handle = (key: string, label: string) => (
    <ResizeHandle
      label={`Width of ${label}`}
      value={widthOf(view, key)}
      least={NARROWEST}
      most={WIDEST}
      onChange={(width) => onView(resizeColumn(view, key, width))}
    />
  );
  return (
    <>
      <div className="sheet-cell sheet-fixed">
        <span className="sheet-title">Asked</span>
        {handle(ASKED, 'the question')}
      </div>
      {shown.map((key, at) => {
        const title = titleOf(key);
        const sorted = sort?.column === key ? sort : null;
        const next = !sorted ? { column: key, descending: true } : { column: key, descending: false };
        return (
          <div key={key} data-column={key} className={`sheet-cell ${markOf(drag, key, at, shown)}`}>
            <button
              type="button"
              className="sheet-sort"
              title={`${title}\n${key === TRUTH ? '' : 'Click to sort by the measure. '}Drag, or press Alt with an arrow key, to move.`}
              aria-label={
                key === TRUTH
                  ? title
                  : `Sort by ${title}${sorted ? (sorted.descending ? ', now descending' : ', now ascending') : ''}`
              }
              {...handlers(key)}
              onKeyDown={(event) => {
                const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
                if (step === undefined || !event.altKey) return;
                event.preventDefault();
                event.stopPropagation();
                const control = event.currentTarget;
                place(key, at + step);
                // What is moved on the page loses the focus.
                requestAnimationFrame(() => control.focus());
              }}
              onClick={() => {
                if (wasDragged() || key === TRUTH) return;
                onSort(sorted && !sorted.descending ? null : next);
              }}
            >
              <span className="sheet-title">{title}</span>
              {sorted && <span aria-hidden="true">{sorted.descending ? '▾' : '▴'}</span>}
            </button>
            <Menu
              label={`Column ${title}`}
              className="button button-quiet button-icon button-small"
              title="Sort by, move or hide this column"
              entries={[
                ...(key === TRUTH
                  ? []
                  : ([
                      {
                        kind: 'action',
                        label: 'Highest first',
                        checked: sorted?.descending === true,
                        onSelect: () => onSort({ column: key, descending: true }),
                      },
                      {
                        kind: 'action',
                        label: 'Lowest first',
                        checked: sorted?.descending === false,
                        onSelect: () => onSort({ column: key, descending: false }),
                      },
                      { kind: 'line' },
                    ] as const)),
                {
                  kind: 'action',
                  label: 'Move left',
                  side: 'Alt ←',
                  disabled: at === 0,
                  onSelect: () => place(key, at - 1),
                },
                {
                  kind: 'action',
                  label: 'Move right',
                  side: 'Alt →',
                  disabled: at === shown.length - 1,
                  onSelect: () => place(key, at + 1),
                },
                {
                  kind: 'action',
                  label: 'Hide',
                  disabled: hideColumn(view, keys, key) === view,
                  onSelect: () => {
                    onView(hideColumn(view, keys, key));
                    if (sorted) onSort(null);
                  },
                },
              ]}
            >
              <Icon name="chevron-down" />
              <span className="visually-hidden">Column {title}</span>
            </Menu>
            {handle(key, title)}
          </div>
        );
      })}
    </>
  );
}

/** The head that is dragged, and the edge at which it would be put. */
function markOf(drag: ColumnDrag | null, key: string, at: number, shown: readonly string[]): string {
  if (drag === null) return '';
  const from = shown.indexOf(drag.key);
  if (key === drag.key) return 'sheet-dragged';
  if (drag.to === from) return '';
  // Places count without the dragged column.
  const place = at > from ? at - 1 : at;
  if (place === drag.to) return 'sheet-drop-before';
  return place === shown.length - 2 && drag.to === shown.length - 1 ? 'sheet-drop-after' : '';
}
