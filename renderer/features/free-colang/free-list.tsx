import { useQuery } from '@tanstack/react-query';
import { modelName } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { FREE_COLANG } from './commands.ts';
import { freeQueries } from './queries.ts';

/** Lists the runs that write Colang in every state, newest first. */
export function FreeList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(freeQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Colang by models">
      {runs.map((run) => (
        <LastingRunRow key={run.run} of={run} kind={FREE_COLANG} shown={shown} over>
          by {modelName(run.settings.writer.model)}
        </LastingRunRow>
      ))}
    </RunList>
  );
}
