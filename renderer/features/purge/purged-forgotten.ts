import { type Query, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { allFeatures } from '../../project/feature.ts';
import { LASTING } from '../../project/session.ts';
import { jobQueries } from '../jobs/index.ts';

/** After a purge, clears what the page has read: cached answers, and what each feature stored. */
export function PurgedForgotten() {
  const { client, queryClient } = useApi();
  const queries = jobQueries(client);
  const listed = useQuery(queries.jobs).data;
  const purging = useRef(new Set<string>());
  useEffect(() => {
    for (const job of listed ?? []) {
      if (job.kind !== 'purge') continue;
      if (!hasEnded(job)) purging.current.add(job.id);
      else if (purging.current.delete(job.id) && job.state === 'done') {
        for (const { onPurge } of allFeatures()) onPurge?.();
        const others = { predicate: (query: Query) => !LASTING.includes(query.queryKey[0]) };
        void queryClient.resetQueries(others);
      }
    }
  }, [listed, queryClient]);
  return null;
}
