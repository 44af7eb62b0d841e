import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { EvaluationInput } from '#shared/contract/evaluation.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { useJob } from '../../client/use-job.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice, FailedState, LoadingState, Notice } from '../../ui/notice.tsx';
import { comparisonQueries } from '../comparison/queries.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { showMode } from '../workbench/mode.ts';
import { type EvaluationForm, inputOf, START_FORM } from './evaluation-form.ts';
import { EvaluationOptions } from './evaluation-options.tsx';
import { changeResults } from './results-state.ts';
import './evaluation.css';

const evaluatedSchema = z.object({ run: runIdSchema });

/** Measures how well methods find the next turn: what to ask, progress, and the way to the figures. */
export function EvaluateDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const methods = useQuery(comparisonQueries(client).methods);
  const [form, setForm] = useState<EvaluationForm>(START_FORM);
  const input = inputOf(form);
  const start = useMutation({ mutationFn: (asked: EvaluationInput) => client.evaluation.start(asked) });
  const { job, error } = useJob(start.data?.job ?? null);
  const result = job?.state === 'done' ? evaluatedSchema.safeParse(job.result).data : undefined;
  const started = start.isPending || start.isSuccess;
  const ended = job !== null && hasEnded(job);

  const foot = result ? (
    <>
      <Button onClick={() => start.reset()}>Run another</Button>
      <Button
        kind="primary"
        onClick={() => {
          changeResults({ run: result.run, batch: null });
          showMode('results');
          onClose();
        }}
      >
        Show the figures
      </Button>
    </>
  ) : started && !ended ? (
    <Button onClick={onClose}>Go on in the background</Button>
  ) : ended ? (
    <>
      <Button onClick={onClose}>Close</Button>
      <Button kind="primary" onClick={() => start.reset()}>
        Change the settings
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form="evaluate" disabled={input === null}>
        Run
      </Button>
    </>
  );

  return (
    <Dialog title="Run an evaluation" width="wide" onClose={onClose} foot={foot}>
      {methods.isError && <FailedState error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.isPending && <LoadingState />}
      {!started && methods.data && (
        <form
          id="evaluate"
          onSubmit={(event) => {
            event.preventDefault();
            if (input) start.mutate(input);
          }}
        >
          <EvaluationOptions form={form} methods={methods.data} onChange={setForm} />
        </form>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {started && !job && !error && !start.isError && <LoadingState label="Starting…" />}
      {job && <JobProgress job={job} />}
      {result && <Notice kind="done">The evaluation is done and kept with the project.</Notice>}
    </Dialog>
  );
}
