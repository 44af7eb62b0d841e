import { Button } from '../../ui/inputs/button.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { JobProgress } from './job-progress.tsx';
import type { StartedJob } from './use-started-job.ts';

type AnyStartedJob = Pick<StartedJob<never, unknown>, 'job' | 'error' | 'stage'> & {
  readonly start: { readonly isError: boolean; readonly error: unknown };
};

/** How a job stands that a dialog started: why it could not be, how far it is, how it ended. */
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

/** The foot of a dialog that has a form, then a job, then what the job gave. */
export function StartedJobFoot({
  of,
  form,
  submit,
  ready,
  change,
  again,
  onShow,
  onClose,
}: {
  readonly of: AnyStartedJob & { readonly result: unknown; readonly start: { readonly reset: () => void } };
  /** The id of the form that starts the job. */
  readonly form: string;
  /** What starts it, such as "Learn". */
  readonly submit: string;
  readonly ready: boolean;
  /** What leads back to the form from a job that failed or was cancelled. */
  readonly change: string;
  /** What leads back to it from a result. */
  readonly again: string;
  /** What shows the result, and how. */
  readonly onShow: { readonly label: string; readonly act: () => void };
  readonly onClose: () => void;
}) {
  if (of.result !== undefined) {
    return (
      <>
        <Button onClick={() => of.start.reset()}>{again}</Button>
        <Button kind="primary" onClick={onShow.act}>
          {onShow.label}
        </Button>
      </>
    );
  }
  if (of.stage === 'under way') return <Button onClick={onClose}>Continue in the background</Button>;
  if (of.stage === 'ended') {
    return (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" onClick={() => of.start.reset()}>
          {change}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form={form} disabled={!ready}>
        {submit}
      </Button>
    </>
  );
}
