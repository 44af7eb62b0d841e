import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { jobQueries } from './queries.ts';

/**
 * Calls back with the jobs that have just been done, each once. Jobs that were done before the page was loaded do not count.
 * @param kinds of the jobs that matter
 */
export function useDoneJobs(kinds: readonly string[], onDone: (jobs: readonly Job[]) => void): void {
  const listed = useQuery(jobQueries(useApi().client).jobs).data;
  const open = useRef(new Set<string>());
  useEffect(() => {
    const done: Job[] = [];
    for (const job of listed ?? []) {
      if (!kinds.includes(job.kind)) continue;
      if (!hasEnded(job)) open.current.add(job.id);
      else if (open.current.delete(job.id) && job.state === 'done') done.push(job);
    }
    if (done.length > 0) onDone(done);
  }, [listed, kinds, onDone]);
}
