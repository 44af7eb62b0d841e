import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { taggerName } from '../../project/describe.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { type ResultId, showResult } from '../results/index.ts';
import { EVALUATION, evaluationCommands } from './commands.ts';
import { evaluationQueries } from './queries.ts';
import { describeSource, shortBest } from './statements.ts';

/** Finished evaluations, newest first. */
export function RunList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(evaluationQueries(useApi().client).list).data ?? [];
  return (
    <section className="run-list-part" aria-label="Evaluations">
      <div className="panel-head">
        <h2>Evaluations</h2>
        <Button
          small
          icon="plus"
          aria-label="Run an evaluation…"
          onClick={() => runCommand(evaluationCommands.run)}
        >
          Run…
        </Button>
      </div>
      <ul>
        {runs.map((run) => {
          const best = shortBest(run);
          return (
            <li key={run.id}>
              <button
                type="button"
                className="run-row"
                aria-current={run.id === shown || undefined}
                onClick={() => showResult(EVALUATION, run.id)}
              >
                <span className="run-time">{formatTime(run.createdAt)}</span>
                <span className="quiet small">
                  {taggerName(run.settings.tagger)}, {formatAmount(run.queries, 'round')}
                </span>
                <span className="quiet small">{describeSource(run.settings)}</span>
                {best && (
                  <span className="small" title="Best context method minus best baseline, act F1">
                    context − baseline {best}
                    {run.best[0]?.oracle && <span className="run-oracle"> · oracle</span>}
                  </span>
                )}
                {run.stale && <span className="small run-stale">dialogues were added since</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
