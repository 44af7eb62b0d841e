import type { ComponentProps, ReactNode } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import { RunRow } from '../results/index.ts';

/** A run that lasts, in the list of its kind: its number and, until it is done, how it stands. */
export function LastingRunRow({
  of: { run, number, startedAt, state },
  soFar,
  children,
  ...rest
}: Pick<ComponentProps<typeof RunRow>, 'kind' | 'shown' | 'over'> & {
  readonly of: Pick<BatchRun, 'run' | 'number' | 'startedAt' | 'state'>;
  /** "12 of 40". */
  readonly soFar?: string;
  /** What it is about. */
  readonly children: ReactNode;
}) {
  return (
    <RunRow id={run} name={`Run ${number}`} at={startedAt} {...rest}>
      <span className="quiet small">{children}</span>
      {state !== 'done' && (
        <span className="small run-stale">
          {state}
          {soFar && `, ${soFar}`}
        </span>
      )}
    </RunRow>
  );
}
