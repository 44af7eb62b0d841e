import { useEffect, useState } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { isCancelled } from '../ui/text/readable-error.ts';
import { useApi, useConnectionStatus } from './api.tsx';

interface WatchedJob {
  readonly job: Job | null;
  /** The error of watching the job, not the job's own failure. */
  readonly error: unknown;
}

const NOTHING: WatchedJob = { job: null, error: null };

/** Follows a job until it ends or pauses, even if the connection is lost in between. */
export function useJob(id: JobId | null): WatchedJob {
  const { client } = useApi();
  const status = useConnectionStatus();
  const [watched, setWatched] = useState<WatchedJob>(NOTHING);

  useEffect(() => {
    if (id === null || status !== 'connected') return;
    const stop = new AbortController();
    const follow = async () => {
      try {
        for await (const job of await client.jobs.watch({ job: id }, { signal: stop.signal })) {
          if (stop.signal.aborted) return;
          setWatched({ job, error: null });
        }
      } catch (error) {
        if (!stop.signal.aborted && !isCancelled(error)) setWatched({ job: null, error });
      }
    };
    void follow();
    return () => stop.abort();
  }, [client, id, status]);

  return watched.job && watched.job.id !== id ? NOTHING : watched;
}
