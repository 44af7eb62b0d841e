import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { BATCH } from './batch-dialog.tsx';
import { batchQueries } from './use-wider-result.ts';

/** Lists the batch runs in every state, newest first. */
export function BatchList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(batchQueries(useApi().client).runs).data ?? [];
  return (
    <RunList title="Batch runs">
      {runs.length === 0 && (
        <li className="quiet small run-note">
          No batch runs yet. A batch run answers a sample of turns with several methods.
        </li>
      )}
      {runs.map((run) => (
        <LastingRunRow
          key={run.run}
          of={run}
          kind={BATCH}
          shown={shown}
          soFar={`${formatCount(run.rows)} of ${formatCount(run.rowsInAll)}`}
        >
          {formatAmount(run.items, run.settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue')},{' '}
          {formatAmount(run.columns.length, 'column')}, seed {run.settings.seed}
        </LastingRunRow>
      ))}
    </RunList>
  );
}
