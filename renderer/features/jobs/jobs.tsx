import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Job, startedJobSchema } from '#shared/contract/jobs.ts';
import { formatElapsed } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { describeProgress, describeRemainder, hasEnded, isActive, useJob } from '../../client/job-state.ts';
import { about, question } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, isDialogOpen } from '../../ui/overlays/dialog.tsx';
import { tell, tellError, useAction } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, LoadingState, Notice, ProgressBar, useClock } from '../../ui/state/notice.tsx';

export function JobProgress({ job, titled = false }: { readonly job: Job; readonly titled?: boolean }) {
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
      <div className="progress-text apart flex gap-3 quiet small">
        <span>{describeProgress(job)}</span>
        <span>{describeRemainder(job) || <Elapsed since={job.startedAt} />}</span>
      </div>
      {job.reason && <p className="hint">{job.reason.message}</p>}
    </div>
  );
}

/** Shows that a job is at work before its first item is done. With a model on a small machine, this takes minutes. */
function Elapsed({ since }: { readonly since: string | null }) {
  useClock();
  return since === null ? null : `for ${formatElapsed(Date.now() - Date.parse(since))}`;
}

function JobButtons({ job }: { readonly job: Job }) {
  const act = useAction((verb: 'cancel' | 'pause' | 'resume') => client.jobs[verb]({ job: job.id }), {
    meta: about('jobs'),
  });
  return (
    <span className="row-2">
      {job.state === 'paused' && (
        <Button
          small
          kind="primary"
          disabled={act.isPending}
          aria-label={`Continue: ${job.title}`}
          onClick={() => act.mutate('resume')}
        >
          Continue
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
      {(isActive(job) || job.state === 'paused') && (
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

export const jobQueries = {
  jobs: question('jobs', client.jobs.list, undefined, about('jobs')),
};

export function useActiveJob(): Job | null {
  const jobs = useQuery(jobQueries.jobs).data?.filter(({ background }) => !background);
  const listed = jobs?.find(isActive) ?? jobs?.find((job) => !hasEnded(job)) ?? null;
  const watched = useJob(listed && listed.state !== 'paused' ? listed.id : null).job;
  const job = listed && watched?.id === listed.id ? watched : listed;
  return job && !hasEnded(job) ? job : null;
}

export function JobStrip() {
  const job = useActiveJob();
  const listed = useQuery(jobQueries.jobs).data;
  useOutcomeTold(listed);
  const behind = listed?.find((other) => other.background && isActive(other));
  if (!job && behind)
    return (
      <p className="quiet small clip" title={`${behind.title}. You can keep working.`}>
        {behind.title}…
      </p>
    );
  if (!job) return null;
  const remainder = describeRemainder(job);
  return (
    <div
      className="row-2 shrink small job-strip"
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
      if (isActive(job)) running.current.add(job.id);
      else if (job.state === 'paused') {
        // No notice if a person paused the job, but one if it waits for a person.
        const told = running.current.delete(job.id) && job.reason && job.reason.code !== 'person';
        if (told && !isDialogOpen()) tell(`${job.title}: ${job.reason?.message}`, 'info', job.id);
      } else if (running.current.delete(job.id) && !isDialogOpen()) {
        if (job.state === 'done' && (job.background || QUIET_KINDS.includes(job.kind))) continue;
        if (job.state === 'failed') tellError(job.error ?? new Error(`${job.title} failed.`));
        else
          tell(
            `${job.title}: ${job.state === 'done' ? 'done' : 'canceled'}.`,
            job.state === 'done' ? 'done' : 'info',
            job.id,
          );
      }
    }
  }, [listed]);
}

type Started = z.infer<typeof startedJobSchema>;

interface StartedJob<Input, Result> {
  readonly start: UseMutationResult<Started, Error, Input>;
  readonly job: Job | null;
  /** The error of watching the job, not the job's own failure. */
  readonly error: unknown;
  readonly result: Result | undefined;
  readonly stage: 'idle' | 'running' | 'ended';
}

export function useStartedJob<Result, Input = void>(
  result: z.ZodType<Result>,
  begin: (input: Input) => Promise<Started>,
  onBegun?: () => void,
): StartedJob<Input, Result> {
  const start = useMutation({ mutationFn: begin, ...(onBegun && { onSuccess: onBegun }) });
  const { job, error } = useJob(start.data?.job ?? null);
  const started = start.isPending || start.isSuccess;
  return {
    start,
    job,
    error,
    result: job?.state === 'done' ? result.safeParse(job.result).data : undefined,
    stage: !started ? 'idle' : job !== null && hasEnded(job) ? 'ended' : 'running',
  };
}

type AnyStartedJob = Pick<StartedJob<never, unknown>, 'job' | 'error' | 'stage'> & {
  readonly start: { readonly isError: boolean; readonly error: unknown };
};

export function StartedJobState({ of: { start, job, error, stage } }: { readonly of: AnyStartedJob }) {
  return (
    <>
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {stage !== 'idle' && !job && error == null && <LoadingState label="Starting…" />}
      {job && <JobProgress job={job} />}
    </>
  );
}

interface StartedJobDialogProps<Input, Result> {
  readonly of: StartedJob<Input, Result>;
  readonly title: string;
  readonly width?: 'wide';
  readonly input: Input | null;
  readonly submit: string;
  /** Called instead of starting the job. */
  readonly instead?: (() => void) | undefined;
  readonly change: string;
  /** Absent if the job need not be started again after it is done. */
  readonly again?: string;
  readonly show: { readonly label: string; readonly act: (result: Result) => void };
  readonly lead?: ReactNode;
  readonly fields: ReactNode;
  readonly children: (result: Result) => ReactNode;
}

export function StartedJobDialog<Input, Result>(props: StartedJobDialogProps<Input, Result>) {
  const { of, title, width, input, submit, instead, change, again, show, lead, fields, children } = props;
  const { start, result, stage } = of;
  const form = useId();
  const back = () => start.reset();
  const foot =
    result !== undefined ? (
      <>
        {again ? <Button onClick={back}>{again}</Button> : <Button onClick={closeDialog}>Close</Button>}
        <Button
          kind="primary"
          onClick={() => {
            closeDialog();
            show.act(result);
          }}
        >
          {show.label}
        </Button>
      </>
    ) : stage === 'running' ? (
      <Button onClick={closeDialog}>Continue in the background</Button>
    ) : stage === 'ended' ? (
      <>
        <Button onClick={closeDialog}>Close</Button>
        <Button kind="primary" onClick={back}>
          {change}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={closeDialog}>Cancel</Button>
        <Button kind="primary" type="submit" form={form} disabled={input === null && !instead}>
          {submit}
        </Button>
      </>
    );
  return (
    <Dialog title={title} {...(width && { width })} foot={foot}>
      {lead}
      {stage === 'idle' && fields && (
        <Form
          id={form}
          onSubmit={() => {
            if (instead) instead();
            else if (input !== null) start.mutate(input);
          }}
        >
          {fields}
        </Form>
      )}
      <StartedJobState of={of} />
      {result !== undefined && children(result)}
    </Dialog>
  );
}

/** Calls back once per job that has just finished, but not for jobs from before the page was loaded. */
export function useDoneJobs(kinds: readonly string[], onDone: (jobs: readonly Job[]) => void): void {
  const listed = useQuery(jobQueries.jobs).data;
  const [since] = useState(Date.now);
  const told = useRef(new Set<string>());
  useEffect(() => {
    const done = justDone(listed ?? [], kinds, since, told.current);
    if (done.length > 0) onDone(done);
  }, [listed, kinds, onDone, since]);
}

/**
 * Returns the unreported jobs that finished after `since` (ms since 1970), and marks them as reported.
 * A short job may finish before it is ever listed.
 */
export function justDone(
  listed: readonly Job[],
  kinds: readonly string[],
  since: number,
  told: Set<string>,
): Job[] {
  return listed.filter(({ id, kind, state, finishedAt }) => {
    const key = `${id} ${finishedAt}`;
    if (!kinds.includes(kind) || state !== 'done' || Date.parse(finishedAt ?? '') < since || told.has(key))
      return false;
    told.add(key);
    return true;
  });
}
