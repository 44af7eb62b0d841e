import { useQuery } from '@tanstack/react-query';
import { modelName } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { NAMING } from './commands.ts';
import { namingQueries } from './queries.ts';

/** Lists the naming runs in every state, newest first. */
export function NamingList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(namingQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Names of moves">
      {runs.map((run) => (
        <LastingRunRow key={run.run} of={run} kind={NAMING} shown={shown} over>
          by {modelName(run.settings.namer.model)}
        </LastingRunRow>
      ))}
    </RunList>
  );
}
