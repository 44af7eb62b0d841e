import { Button } from '../../ui/inputs/button.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { JobProgress } from './job-progress.tsx';
import type { StartedJob } from './use-started-job.ts';

type AnyStartedJob = Pick<StartedJob<never, unknown>, 'job' | 'error' | 'stage'> & {
  readonly start: { readonly isError: boolean; readonly error: unknown };
};

/** Shows the state of a job that a dialog started: why it could not start, its progress and its outcome. */
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

/** The footer of a dialog that shows a form, then a job, then its result. */
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
  readonly form: string;
  /** Label of the button that starts it, such as "Learn". */
  readonly submit: string;
  readonly ready: boolean;
  /** Label of the button back to the form after a failed or cancelled job. */
  readonly change: string;
  /** Label of the button back to the form after a result. */
  readonly again: string;
  /** The button that shows the result. */
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
