import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { LASTING } from '../../project/session.ts';
import { forgetPurged } from '../../project/view.ts';
import { forgetStored } from '../../ui/hooks/stored.ts';
import { forgetPurgedTags } from '../vocabulary/vocabulary-state.ts';

/**
 * Once a purge has ended, the page forgets what it had read: answers in memory, the place and searches it shows, and
 * the speakers' names that it remembers of imported tables.
 */
export function usePurgedForgotten(listed: readonly Job[] | undefined): void {
  const { queryClient } = useApi();
  const purging = useRef(new Set<string>());
  useEffect(() => {
    for (const job of listed ?? []) {
      if (job.kind !== 'purge') continue;
      if (!hasEnded(job)) purging.current.add(job.id);
      else if (purging.current.delete(job.id) && job.state === 'done') {
        forgetPurged();
        forgetPurgedTags();
        forgetStored('mapping.');
        const others = { predicate: (query: Query) => !LASTING.includes(query.queryKey[0]) };
        void queryClient.resetQueries(others);
      }
    }
  }, [listed, queryClient]);
}
