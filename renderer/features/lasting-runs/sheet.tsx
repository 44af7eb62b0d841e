import { type CSSProperties, type ReactNode, type UIEvent, useRef } from 'react';
import './sheet.css';

export interface SheetColumn {
  /** In px. */
  readonly width: number;
  /** True if the column gets a share of the free width. */
  readonly grows?: boolean;
}

/** A wide table over a virtual list that scrolls in both directions; the heads follow sideways. */
export function Sheet({
  label,
  columns,
  heads,
  children,
}: {
  readonly label: string;
  /** The first column stays in view. Rows read the widths from the CSS variable --sheet-template. */
  readonly columns: readonly SheetColumn[];
  readonly heads: ReactNode;
  readonly children: ReactNode;
}) {
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
        className="sheet-head"
        // Focusing a head by keyboard may scroll it into view.
        onScroll={({ currentTarget }) => {
          const rows = list();
          if (!rows || rows.scrollLeft === currentTarget.scrollLeft) return;
          rows.scrollLeft = currentTarget.scrollLeft;
          // The list is narrower than the heads by a scroll bar, so its position is the limit.
          currentTarget.scrollLeft = rows.scrollLeft;
        }}
      >
        <div className="sheet-row">{heads}</div>
      </div>
      <div ref={body} className="fill sheet-body" onScrollCapture={follow}>
        {children}
      </div>
    </section>
  );
}
