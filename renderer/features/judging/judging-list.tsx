import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { batchQueries } from '../batch/index.ts';
import { type ResultId, showResult } from '../results/index.ts';
import { JUDGING, judgingCommands, RATES } from './commands.ts';
import { judgingQueries } from './queries.ts';

/** Judging runs in every state, newest first, under the table that they make together. */
export function JudgingList({ shown }: { readonly shown: ResultId | null }) {
  const { client } = useApi();
  const runs = useQuery(judgingQueries(client).runs).data ?? [];
  const batches = useQuery(batchQueries(client).runs).data ?? [];
  if (batches.length === 0) return null;
  return (
    <section className="run-list-part" aria-label="Judgements">
      <div className="panel-head">
        <h2>Judgements</h2>
        <Button small icon="plus" aria-label="Judge answers…" onClick={() => runCommand(judgingCommands.run)}>
          Judge…
        </Button>
      </div>
      <ul>
        <li>
          <button
            type="button"
            className="run-row"
            aria-current={shown === RATES || undefined}
            onClick={() => showResult(JUDGING, RATES, true)}
          >
            <span className="run-time">Win rates</span>
            <span className="quiet small">corpus by corpus, against no examples</span>
          </button>
        </li>
        {runs.map((run) => (
          <li key={run.run}>
            <button
              type="button"
              className="run-row"
              aria-current={run.run === shown || undefined}
              onClick={() => showResult(JUDGING, run.run, true)}
            >
              <span className="run-time">
                Run {run.number} <span className="quiet small">{formatTime(run.startedAt)}</span>
              </span>
              <span className="quiet small">
                batch run {run.batchNumber} by {run.settings.judge.model}
              </span>
              <span className="quiet small">
                {formatAmount(run.pairs.length, 'pair')} of columns, {formatAmount(run.pairsInAll, 'pair')} of
                answers
              </span>
              {run.state !== 'done' && (
                <span className="small run-stale">
                  {run.state}, {formatCount(run.pairsInAll - run.counts.open)} of{' '}
                  {formatCount(run.pairsInAll)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
