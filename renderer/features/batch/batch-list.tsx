import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { BATCH, batchCommands } from './commands.ts';
import { batchQueries } from './queries.ts';

/** Batch runs in every state, newest first. */
export function BatchList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(batchQueries(useApi().client).runs).data ?? [];
  return (
    <section className="run-list-part" aria-label="Batch runs">
      <div className="panel-head">
        <h2>Batch runs</h2>
        <Button small icon="plus" aria-label="New batch run…" onClick={() => runCommand(batchCommands.run)}>
          New…
        </Button>
      </div>
      {runs.length === 0 && (
        <p className="quiet small run-note">None yet: a sample answered by several columns.</p>
      )}
      <ul>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => showResult(BATCH, run.run)}
            >
              <span className="run-time">
                Run {run.number} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">
                {formatAmount(run.items, run.settings.answering.unit === 'next-turn' ? 'round' : 'dialogue')},{' '}
                {formatAmount(run.columns.length, 'column')}, seed {run.settings.seed}
              </span>
              {run.state !== 'done' && (
                <span className="small run-stale">
                  {run.state}, {formatCount(run.rows)} of {formatCount(run.rowsInAll)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
