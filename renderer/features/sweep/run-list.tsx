import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatSeconds, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { SWEEP, sweepCommands } from './commands.ts';
import { sweepQueries } from './queries.ts';

/** Finished sweeps, newest first; nothing where there is none. */
export function SweepList({ shown }: { readonly shown: ResultId | null }) {
  const sweeps = useQuery(sweepQueries(useApi().client).list).data ?? [];
  if (sweeps.length === 0) return null;
  return (
    <section className="run-list-part" aria-label="Compared settings">
      <div className="panel-head">
        <h2>Compared settings</h2>
        <Button
          small
          icon="plus"
          aria-label="Compare settings of learning…"
          onClick={() => runCommand(sweepCommands.run)}
        >
          Run…
        </Button>
      </div>
      <ul>
        {sweeps.map((sweep) => (
          <li key={sweep.id}>
            <button
              type="button"
              className="run-row"
              aria-current={sweep.id === shown || undefined}
              onClick={() => showResult(SWEEP, sweep.id)}
            >
              <span className="run-time">{formatTime(sweep.createdAt)}</span>
              <span className="quiet small">
                {formatAmount(sweep.rows, 'setting')}, {formatSeconds(sweep.seconds)}
              </span>
              {sweep.stale && <span className="small run-stale">tags or dialogues changed since</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
