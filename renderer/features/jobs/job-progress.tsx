import { useMutation } from '@tanstack/react-query';
import type { Job } from '#shared/contract/jobs.ts';
import { useApi } from '../../client/api.tsx';
import { describeProgress, describeRemainder, isUnderWay } from '../../client/job-state.ts';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';
import { ProgressBar } from '../../ui/state/progress.tsx';

/** Shows a job: its progress and outcome, with buttons to cancel or continue it. */
export function JobProgress({
  job,
  titled = false,
}: {
  readonly job: Job;
  /** True if the title is already shown above. */
  readonly titled?: boolean;
}) {
  if (job.state === 'failed') {
    return <ErrorNotice error={job.error ?? { message: `${job.title} failed for an unknown reason.` }} />;
  }
  if (job.state === 'cancelled') {
    return <Notice>{job.title} was canceled. Finished work was kept.</Notice>;
  }
  if (job.state === 'done') return null;
  return (
    <div className="stack-1 progress">
      <div className="row-2 apart">
        <span>
          {!titled && job.title}
          {job.phase && <span className="quiet">{titled ? job.phase : ` · ${job.phase}`}</span>}
        </span>
        <JobButtons job={job} />
      </div>
      <ProgressBar
        label={job.title}
        done={job.done}
        total={job.state === 'paused' ? (job.total ?? 1) : job.total}
      />
      <div className="progress-text">
        <span>{describeProgress(job)}</span>
        <span>{describeRemainder(job)}</span>
      </div>
      {job.reason && <p className="hint">{job.reason.message}</p>}
    </div>
  );
}

/** Cancel for a running job, resume for a paused one. */
export function JobButtons({ job }: { readonly job: Job }) {
  const { client } = useApi();
  const act = useMutation({
    mutationFn: (verb: 'cancel' | 'pause' | 'resume') => client.jobs[verb]({ job: job.id }),
    meta: about('jobs'),
    onError: tellError,
  });
  return (
    <span className="row-2">
      {job.state === 'paused' && (
        <Button small kind="primary" disabled={act.isPending} onClick={() => act.mutate('resume')}>
          Resume
        </Button>
      )}
      {job.pausable && (job.state === 'running' || job.state === 'queued') && (
        <Button
          small
          disabled={act.isPending || job.phase === 'pausing'}
          aria-label={`Pause: ${job.title}`}
          onClick={() => act.mutate('pause')}
        >
          Pause
        </Button>
      )}
      {(isUnderWay(job) || job.state === 'paused') && (
        <Button
          small
          disabled={act.isPending || job.state === 'cancelling'}
          aria-label={`Cancel: ${job.title}`}
          onClick={() => act.mutate('cancel')}
        >
          Cancel
        </Button>
      )}
    </span>
  );
}
