import type { ComponentProps, ReactNode } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import { RunRow } from '../results/index.ts';

/** A row in the list of runs: the number of the run and, until it is done, its state. */
export function LastingRunRow({
  of: { run, number, startedAt, state },
  soFar,
  children,
  ...rest
}: Pick<ComponentProps<typeof RunRow>, 'kind' | 'shown' | 'over'> & {
  readonly of: Pick<BatchRun, 'run' | 'number' | 'startedAt' | 'state'>;
  /** "12 of 40". */
  readonly soFar?: string;
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
