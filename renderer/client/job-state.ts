import { useEffect, useState } from 'react';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { formatBytes, formatCount, formatRemainder, formatShare } from '#shared/domain/figure-text.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { isCancelled } from '../ui/text/readable-error.ts';
import { client, useConnectionStatus } from './api.ts';

interface WatchedJob {
  readonly job: Job | null;
  readonly error: unknown;
}

const NOTHING: WatchedJob = { job: null, error: null };

/** Follows a job until it ends or pauses, even if the connection is lost in between. */
export function useJob(id: JobId | null): WatchedJob {
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
  }, [id, status]);

  return watched.job && watched.job.id !== id ? NOTHING : watched;
}

const ENDED: readonly JobState[] = ['cancelled', 'failed', 'done'];

export function hasEnded(job: Job): boolean {
  return ENDED.includes(job.state);
}

export function isActive(job: Job): boolean {
  return !hasEnded(job) && job.state !== 'paused';
}

export function describeProgress(job: Job): string {
  const bytes = job.unit === 'bytes';
  if (job.total === null) {
    if (job.done === 0) return '';
    return bytes ? formatBytes(job.done) : `${formatCount(job.done)} ${job.unit}`;
  }
  if (job.unit === '%') return formatShare(Math.min(1, job.done / job.total));
  const share = job.total > 0 ? `, ${formatShare(Math.min(1, job.done / job.total))}` : '';
  if (bytes) return `${formatBytes(job.done)} of ${formatBytes(job.total)}${share}`;
  return `${formatCount(job.done)} of ${formatCount(job.total)} ${job.unit}${share}`;
}

/** "about 12 s left", or what the job waits for; empty if nothing is known. */
export function describeRemainder(job: Job): string {
  switch (job.state) {
    case 'queued':
      return 'waiting in line';
    case 'paused':
      return 'paused';
    case 'cancelling':
      return 'stopping…';
    case 'running':
      return job.secondsLeft === null ? '' : `about ${formatRemainder(job.secondsLeft)} left`;
    default:
      return job.state;
  }
}
