import { type CSSProperties, type ReactNode, type UIEvent, useRef } from 'react';

/**
 * A wide table over a virtual list: the heads stay above it and go along to the side. The list itself scrolls both
 * ways, so that its bars are where the eye looks for them.
 */
export function Sheet({
  label,
  template,
  width,
  fixed,
  heads,
  children,
}: {
  readonly label: string;
  /** Of a CSS grid; rows take it from the variable --sheet-template. */
  readonly template: string;
  /** Of all columns, in px. */
  readonly width: number;
  /** Of the first one, which stays in sight, in px. */
  readonly fixed: number;
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
          '--sheet-template': template,
          '--sheet-width': `${width}px`,
          '--sheet-fixed': `${fixed}px`,
        } as CSSProperties
      }
    >
      <div
        ref={head}
        className="sheet-head"
        // The keys may bring a head into sight that lies beyond the edge.
        onScroll={({ currentTarget }) => {
          const rows = list();
          if (rows && rows.scrollLeft !== currentTarget.scrollLeft)
            rows.scrollLeft = currentTarget.scrollLeft;
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
