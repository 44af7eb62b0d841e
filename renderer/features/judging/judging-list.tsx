import { useQuery } from '@tanstack/react-query';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList, RunRow } from '../results/index.ts';
import { JUDGING, RATES } from './commands.ts';
import { judgingQueries } from './queries.ts';

/** Lists the judging runs in every state, newest first, below their combined table; nothing without any. */
export function JudgingList({ shown }: { readonly shown: ResultId | null }) {
  const { client } = useApi();
  const runs = useQuery(judgingQueries(client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Judgments">
      <RunRow kind={JUDGING} id={RATES} shown={shown} over name="Win rates">
        <span className="quiet small">per corpus, compared with no examples</span>
      </RunRow>
      {runs.map((run) => (
        <LastingRunRow
          key={run.run}
          of={run}
          kind={JUDGING}
          shown={shown}
          over
          soFar={`${formatCount(run.pairsInAll - run.counts.open)} of ${formatCount(run.pairsInAll)}`}
        >
          batch run {run.batchNumber} by {modelName(run.settings.judge.model)}
          <br />
          {formatAmount(run.pairs.length, 'pair')} of columns, {formatAmount(run.pairsInAll, 'pair')} of
          answers
        </LastingRunRow>
      ))}
    </RunList>
  );
}
