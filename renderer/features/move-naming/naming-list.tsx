import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { NAMING } from './commands.ts';
import { namingQueries } from './queries.ts';

/** Naming runs in every state, newest first. */
export function NamingList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(namingQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <section className="run-list-part" aria-label="Names of moves">
      <div className="panel-head">
        <h2>Names of moves</h2>
      </div>
      <ul>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => showResult(NAMING, run.run, true)}
            >
              <span className="run-time">
                Run {run.number} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">by {run.settings.namer.model}</span>
              {run.state !== 'done' && <span className="small run-stale">{run.state}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
