import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { describeProgress, describeRemainder, isUnderWay } from '../../client/job-state.ts';
import { useDialogs } from '../../commands/dialogs.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { ProgressBar } from '../../ui/state/progress.tsx';
import { JobButtons } from './job-progress.tsx';
import { jobQueries } from './queries.ts';
import { useActiveJob } from './use-active-job.ts';
import './jobs.css';

/** Shows the current job in the header, so that it can be watched and cancelled from every view. */
export function JobStrip() {
  const queries = jobQueries(useApi().client);
  const job = useActiveJob();
  const listed = useQuery(queries.jobs).data;
  useOutcomeTold(listed);
  const behind = listed?.find((other) => other.background && isUnderWay(other));
  if (!job && behind)
    return (
      <p className="quiet small clip" title={`${behind.title}. You can continue to work.`}>
        {behind.title}…
      </p>
    );
  if (!job) return null;
  const remainder = describeRemainder(job);
  return (
    <div
      className="row-2 job-strip"
      title={[job.title, describeProgress(job), remainder].filter(Boolean).join(', ')}
    >
      <span className="clip">{job.title}</span>
      <ProgressBar
        label={job.title}
        done={job.done}
        total={job.state === 'paused' ? (job.total ?? 1) : job.total}
      />
      {remainder && <span className="quiet">{remainder}</span>}
      <JobButtons job={job} />
    </div>
  );
}

/** Jobs whose result appears on the page, so that nobody needs a notice when they are done. */
const QUIET_KINDS: readonly string[] = ['topics', 'demo', 'picture'];

/** Shows a notice when a running job ends or pauses, unless a dialog is open. */
function useOutcomeTold(listed: readonly Job[] | undefined): void {
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const job of listed ?? []) {
      if (isUnderWay(job)) running.current.add(job.id);
      else if (job.state === 'paused') {
        // No notice if a person paused the job; one if it paused itself and waits.
        const told = running.current.delete(job.id) && job.reason && job.reason.code !== 'person';
        if (told && useDialogs.getState().open === null)
          tell(`${job.title}: ${job.reason?.message}`, 'info', job.id);
      } else if (running.current.delete(job.id) && useDialogs.getState().open === null) {
        if (job.state === 'done' && (job.background || QUIET_KINDS.includes(job.kind))) continue;
        if (job.state === 'failed') tellError(job.error ?? new Error(`${job.title} failed.`));
        else
          tell(
            `${job.title}: ${job.state === 'done' ? 'done' : 'cancelled'}.`,
            job.state === 'done' ? 'done' : 'info',
            job.id,
          );
      }
    }
  }, [listed]);
}
