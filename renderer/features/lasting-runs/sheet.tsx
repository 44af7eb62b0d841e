import { type CSSProperties, type ReactNode, type UIEvent, useRef } from 'react';
import './sheet.css';

export interface SheetColumn {
  /** In px. */
  readonly width: number;
  /** Takes its share of what is left over. */
  readonly grows?: boolean;
}

/**
 * A wide table over a virtual list: the heads stay above it and go along to the side. The list itself scrolls both
 * ways, so that its bars are where the eye looks for them.
 */
export function Sheet({
  label,
  columns,
  heads,
  children,
}: {
  readonly label: string;
  /** The first one stays in sight. Rows take them from the variable --sheet-template. */
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
        // The keys may bring a head into sight that lies beyond the edge.
        onScroll={({ currentTarget }) => {
          const rows = list();
          if (!rows || rows.scrollLeft === currentTarget.scrollLeft) return;
          rows.scrollLeft = currentTarget.scrollLeft;
          // The rows end a bar's width before the heads do.
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
