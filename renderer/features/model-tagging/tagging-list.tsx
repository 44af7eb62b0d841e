import { useQuery } from '@tanstack/react-query';
import { modelName } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { MODEL_TAGGING } from './commands.ts';
import { modelTaggingQueries } from './queries.ts';
import { describePause } from './sentences.ts';

/** Lists the runs of the model tagger in every state, newest first. */
export function TaggingList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(modelTaggingQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Tags by a model">
      {runs.map((run) => (
        <LastingRunRow
          key={run.run}
          of={run}
          kind={MODEL_TAGGING}
          shown={shown}
          soFar={describePause(run.reason)}
          over
        >
          by {modelName(run.model)}, {run.variant} vocabulary
        </LastingRunRow>
      ))}
    </RunList>
  );
}
