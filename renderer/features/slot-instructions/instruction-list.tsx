import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './queries.ts';

/** Runs that make instructions better, in every state, newest first. */
export function InstructionList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(instructionQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <section className="run-list-part" aria-label="Descriptions of slots">
      <div className="panel-head">
        <h2>Descriptions of slots</h2>
      </div>
      <ul>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => showResult(SLOT_INSTRUCTION, run.run, true)}
            >
              <span className="run-time">
                Run {run.number} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">
                {run.settings.slot}, by {run.settings.writer.model}
              </span>
              {run.state !== 'done' && <span className="small run-stale">{run.state}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
