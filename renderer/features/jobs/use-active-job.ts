import { useQuery } from '@tanstack/react-query';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded, isUnderWay } from '../../client/job-state.ts';
import { useJob } from '../../client/use-job.ts';
import { jobQueries } from './queries.ts';

/** Returns the project's running job, or else a paused one; null if there is none outside the background. */
export function useActiveJob(): Job | null {
  const queries = jobQueries(useApi().client);
  const jobs = useQuery(queries.jobs).data?.filter(({ background }) => !background);
  const listed = jobs?.find(isUnderWay) ?? jobs?.find((job) => !hasEnded(job)) ?? null;
  const watched = useJob(listed && listed.state !== 'paused' ? listed.id : null).job;
  const job = listed && watched?.id === listed.id ? watched : listed;
  return job && !hasEnded(job) ? job : null;
}
