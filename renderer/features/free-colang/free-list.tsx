import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { FREE_COLANG } from './commands.ts';
import { freeQueries } from './queries.ts';

/** Runs that write Colang, in every state, newest first. */
export function FreeList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(freeQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <section className="run-list-part" aria-label="Colang by models">
      <div className="panel-head">
        <h2>Colang by models</h2>
      </div>
      <ul>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => showResult(FREE_COLANG, run.run, true)}
            >
              <span className="run-time">
                Run {run.number} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">by {run.settings.writer.model}</span>
              {run.state !== 'done' && <span className="small run-stale">{run.state}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
