import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { useJob } from '../../client/use-job.ts';

/** The open project's job that has not ended yet, as it is now; null where there is none. */
export function useActiveJob(): Job | null {
  const { queries } = useApi();
  const listed = useQuery(queries.jobs).data?.find((job) => !hasEnded(job)) ?? null;
  const watched = useJob(listed && listed.state !== 'paused' ? listed.id : null).job;
  const job = listed && watched?.id === listed.id ? watched : listed;
  return job && !hasEnded(job) ? job : null;
}
