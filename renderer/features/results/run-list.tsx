import type { ReactNode } from 'react';
import { formatTime } from '#shared/domain/figure-text.ts';
import { type ResultId, showResult } from './results-state.ts';

/** Lists the runs of one kind, newest first. */
export function RunList({
  title,
  children,
}: {
  readonly title: string;
  /** Rows. */
  readonly children: ReactNode;
}) {
  return (
    <section className="rigid" aria-label={title}>
      <div className="panel-head">
        <h3>{title}</h3>
      </div>
      <ul>{children}</ul>
    </section>
  );
}

/** A row for a run: its name or time, and below it what distinguishes it from others, one fact per line. */
export function RunRow({
  kind,
  id,
  shown,
  over = false,
  name,
  at,
  children,
}: {
  readonly kind: string;
  readonly id: ResultId;
  readonly shown: ResultId | null;
  /** See `showResult`. */
  readonly over?: boolean;
  readonly name?: string;
  readonly at?: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <button
        type="button"
        className="run-row"
        aria-current={id === shown || undefined}
        onClick={() => showResult(kind, id, over)}
      >
        <span className="bold run-time">
          {name} {at && <span className={name && 'quiet small'}>{formatTime(at)}</span>}
        </span>
        {children}
      </button>
    </li>
  );
}
