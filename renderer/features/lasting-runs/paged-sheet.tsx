import { type CSSProperties, type ReactNode, type UIEvent, useRef } from 'react';
import type { ExportTarget } from '#shared/contract/base.ts';
import { exportFile } from '../../client/export-file.ts';
import type { PagedRows } from '../../client/use-paged-rows.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { DropMenu } from '../../ui/overlays/menu.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';

export function ExportMenu<Format extends string>({
  name,
  formats,
  label = 'Export',
  write,
}: {
  readonly name: string;
  readonly formats: readonly Format[];
  readonly label?: string;
  readonly write: (
    format: Format,
    target: ExportTarget,
  ) => Promise<{ readonly path: string; readonly bytes: number }>;
}) {
  const { mutate, isPending } = useAction((format: Format) =>
    exportFile(`${name}.${format}`, (target) => write(format, target)),
  );
  const [only, ...others] = formats;
  if (only !== undefined && others.length === 0) {
    return (
      <Button small icon="download" pending={isPending} onClick={() => mutate(only)}>
        {label} {only.toUpperCase()}
      </Button>
    );
  }
  return (
    <DropMenu
      small
      label={label}
      disabled={isPending}
      entries={formats.map((format) => ({ label: format.toUpperCase(), onSelect: () => mutate(format) }))}
    >
      <Icon name="download" />
      {label}
    </DropMenu>
  );
}

interface SheetColumn {
  /** In px. */
  readonly width: number;
  readonly grows?: boolean;
}

interface SheetProps {
  readonly label: string;
  /** The first column stays in view. Rows read the widths from the CSS variable --sheet-template. */
  readonly columns: readonly SheetColumn[];
  readonly heads: ReactNode;
  readonly children: ReactNode;
}

/** A wide table with a virtual list. It scrolls in both directions; the heads scroll sideways with it. */
function Sheet({ label, columns, heads, children }: SheetProps) {
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const list = () => body.current?.querySelector<HTMLElement>('.list') ?? null;
  const follow = ({ target }: UIEvent) => {
    if (target === list() && head.current) head.current.scrollLeft = list()?.scrollLeft ?? 0;
  };
  return (
    <section
      className="sheet"
      aria-label={label}
      style={
        {
          '--sheet-template': columns
            .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
            .join(' '),
          '--sheet-width': `${columns.reduce((sum, { width }) => sum + width, 0)}px`,
          '--sheet-fixed': `${columns[0]?.width ?? 0}px`,
        } as CSSProperties
      }
    >
      <div
        ref={head}
        className="sheet-head rigid fill-2"
        // Focusing a head by keyboard may scroll it into view.
        onScroll={({ currentTarget }) => {
          const rows = list();
          if (!rows || rows.scrollLeft === currentTarget.scrollLeft) return;
          rows.scrollLeft = currentTarget.scrollLeft;
          // The list is narrower than the heads by a scroll bar, so its position is the limit.
          currentTarget.scrollLeft = rows.scrollLeft;
        }}
      >
        <div className="sheet-row grid tall">{heads}</div>
      </div>
      <div ref={body} className="fill sheet-body" onScrollCapture={follow}>
        {children}
      </div>
    </section>
  );
}

export function PagedSheet<Page extends { readonly items: readonly unknown[] }>({
  of: { rows, error, retry, onRange },
  label,
  listLabel,
  columns,
  heads,
  rowHeight,
  keyOf,
  empty,
  onOpen,
  children,
}: {
  readonly of: PagedRows<Page>;
  readonly label: string;
  readonly listLabel: string;
  readonly columns: readonly SheetColumn[];
  readonly heads: ReactNode;
  readonly rowHeight: number;
  readonly keyOf: (item: Page['items'][number]) => string | number;
  readonly empty: string;
  readonly onOpen: (item: Page['items'][number] | null) => void;
  readonly children: (item: Page['items'][number]) => ReactNode;
}) {
  if (!rows) return error ? <FailedState error={error} onRetry={retry} /> : <LoadingState />;
  return (
    <>
      {error && <FailedState error={error} onRetry={retry} />}
      <Sheet label={label} columns={columns} heads={heads}>
        {rows.total === 0 ? (
          <p className="quiet run-note">{empty}</p>
        ) : (
          <VirtualList
            label={listLabel}
            total={rows.total}
            rowHeight={rowHeight}
            itemAt={rows.itemAt}
            keyOf={keyOf}
            onOpen={(index) => onOpen(rows.itemAt(index))}
            onRange={onRange}
          >
            {(item) => <div className="sheet-row grid tall">{children(item)}</div>}
          </VirtualList>
        )}
      </Sheet>
    </>
  );
}

interface AskedCellProps {
  readonly of: { readonly asked: string; readonly externalId: string; readonly turn: number };
  readonly children?: ReactNode;
}

export function AskedCell({ of: { asked, externalId, turn }, children }: AskedCellProps) {
  return (
    <div className="sheet-cell sheet-fixed">
      <p className="sheet-text">{asked}</p>
      <span className="quiet small clip">
        {externalId}, turn {turn + 1}
        {children}
      </span>
    </div>
  );
}
