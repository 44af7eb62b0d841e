import type { BatchRun } from '#shared/contract/batch.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { formatAmount, formatCount, formatTime } from '../../ui/text/format.ts';
import { changeResults } from '../results/results-state.ts';

/** Batch runs in every state, newest first. */
export function BatchList({
  runs,
  shown,
}: {
  readonly runs: readonly BatchRun[];
  readonly shown: RunId | null;
}) {
  return (
    <section className="run-list-part" aria-label="Batch runs">
      <div className="panel-head">
        <h2>Batch runs</h2>
        <Button small icon="plus" aria-label="New batch run…" onClick={() => runCommand('batch.run')}>
          New…
        </Button>
      </div>
      {runs.length === 0 && (
        <p className="quiet small batch-note">None yet: a sample answered by several columns.</p>
      )}
      <ul>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => changeResults({ batch: run.run, judging: null })}
            >
              <span className="run-time">
                Run {run.run} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">
                {formatAmount(run.items, run.settings.answering.unit === 'next-turn' ? 'turn' : 'dialogue')},{' '}
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
