import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { taggerName } from '../../project/describe.ts';
import { type ResultId, RunList, RunRow } from '../results/index.ts';
import { EVALUATION } from './commands.ts';
import { evaluationQueries } from './queries.ts';
import { describeSource, shortBest } from './statements.ts';

/** Lists the finished evaluations, newest first; nothing without any. */
export function EvaluationList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(evaluationQueries(useApi().client).list).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Evaluations">
      {runs.map((run) => {
        const best = shortBest(run);
        return (
          <RunRow key={run.id} kind={EVALUATION} id={run.id} shown={shown} at={run.createdAt}>
            <span className="quiet small">
              {taggerName(run.settings.tagger)}, {formatAmount(run.queries, 'turn')}
            </span>
            <span className="quiet small">{describeSource(run.settings)}</span>
            {best && (
              <span className="small" title="Best method minus best baseline, act F1">
                best − baseline {best}
                {run.best[0]?.oracle && <span className="run-oracle"> · uses the correct labels</span>}
              </span>
            )}
            {run.stale && <span className="small run-stale">dialogues were added since then</span>}
          </RunRow>
        );
      })}
    </RunList>
  );
}
