import { useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { taggerName } from '../../project/describe.ts';
import { type ResultId, RunList, RunRow } from '../results/index.ts';
import { describeSource, shortBest } from './figures.ts';

/** The name of evaluations in the list of results. */
export const EVALUATION = 'evaluation';

export const evaluationCommands = defineCommands(
  'evaluation',
  { group: 'Comparison' },
  {
    run: { title: 'Run an evaluation…' },
  },
);

const RUNS = about('evaluations', 'corpus');

export const evaluationQueries = ({ evaluation }: DialogramClient) => ({
  list: question('evaluation.list', evaluation.list, undefined, RUNS),
  get: (run: RunId) => question('evaluation.get', evaluation.get, { run }, RUNS),
});

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
