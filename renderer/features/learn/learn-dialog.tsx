import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LearnInput, learnResultSchema } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import { hasEnded } from '../../client/job-state.ts';
import { useJob } from '../../client/use-job.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorNotice, FailedState, LoadingState } from '../../ui/notice.tsx';
import { JobProgress } from '../jobs/job-progress.tsx';
import { showAutomaton, useView } from '../workbench/view.ts';
import { inputOf, type LearnForm, startForm } from './learn-form.ts';
import { LearnOptions } from './learn-options.tsx';
import { LearnReport } from './report.tsx';
import './learn.css';

/** Learns an automaton of a tagging run: parameters, progress, report. */
export function LearnDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, queries } = useApi();
  const runs = useQuery(queries.taggingRuns);
  const shownRun = useView((view) => view.run);
  const [edited, setForm] = useState<LearnForm | null>(null);
  const form = edited ?? startForm(shownRun ?? runs.data?.[0]?.id ?? null);
  const input = inputOf(form);
  const start = useMutation({ mutationFn: (parameters: LearnInput) => client.automata.learn(parameters) });
  const { job, error } = useJob(start.data?.job ?? null);
  const result = job?.state === 'done' ? learnResultSchema.safeParse(job.result).data : undefined;
  const started = start.isPending || start.isSuccess;
  const ended = job !== null && hasEnded(job);

  const foot = result ? (
    <>
      <Button onClick={() => start.reset()}>Learn again</Button>
      <Button
        kind="primary"
        onClick={() => {
          showAutomaton(result.automaton);
          onClose();
        }}
      >
        Show the automaton
      </Button>
    </>
  ) : started && !ended ? (
    <Button onClick={onClose}>Go on in the background</Button>
  ) : ended ? (
    <>
      <Button onClick={onClose}>Close</Button>
      <Button kind="primary" onClick={() => start.reset()}>
        Change the parameters
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form="learn" disabled={input === null || form.run === null}>
        Learn
      </Button>
    </>
  );

  return (
    <Dialog title={result ? 'Automaton learned' : 'Learn an automaton'} onClose={onClose} foot={foot}>
      {runs.isPending && <LoadingState />}
      {runs.isError && <FailedState error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data?.length === 0 && <EmptyState title="No tags yet">Tag the dialogues first.</EmptyState>}
      {!started && runs.data && runs.data.length > 0 && (
        <form
          id="learn"
          onSubmit={(event) => {
            event.preventDefault();
            if (input) start.mutate(input);
          }}
        >
          <LearnOptions form={form} runs={runs.data} onChange={setForm} />
        </form>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {started && !job && !error && <LoadingState label="Starting…" />}
      {job && <JobProgress job={job} />}
      {result && <LearnReport report={result} />}
    </Dialog>
  );
}
