import { useQuery } from '@tanstack/react-query';
import { modelName } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import { LastingRunRow } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './queries.ts';

/** Lists the runs that improve slot descriptions in every state, newest first. */
export function InstructionList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(instructionQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Descriptions of slots">
      {runs.map((run) => (
        <LastingRunRow key={run.run} of={run} kind={SLOT_INSTRUCTION} shown={shown} over>
          {run.settings.slot}, by {modelName(run.settings.writer.model)}
        </LastingRunRow>
      ))}
    </RunList>
  );
}
