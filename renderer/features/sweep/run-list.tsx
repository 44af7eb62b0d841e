import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatSeconds } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { type ResultId, RunList, RunRow } from '../results/index.ts';
import { SWEEP } from './commands.ts';
import { sweepQueries } from './queries.ts';

/** Lists the finished sweeps, newest first; renders nothing without any. */
export function SweepList({ shown }: { readonly shown: ResultId | null }) {
  const sweeps = useQuery(sweepQueries(useApi().client).list).data ?? [];
  if (sweeps.length === 0) return null;
  return (
    <RunList title="Compared settings">
      {sweeps.map((sweep) => (
        <RunRow key={sweep.id} kind={SWEEP} id={sweep.id} shown={shown} at={sweep.createdAt}>
          <span className="quiet small">
            {formatAmount(sweep.rows, 'setting')}, {formatSeconds(sweep.seconds)}
          </span>
          {sweep.stale && <span className="small run-stale">tags or dialogues have changed since then</span>}
        </RunRow>
      ))}
    </RunList>
  );
}
