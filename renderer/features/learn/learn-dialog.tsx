import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LearnInput, learnResultSchema } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import { projectQueries } from '../../project/queries.ts';
import { showAutomaton, useView } from '../../project/view.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../jobs/index.ts';
import { inputOf, type LearnForm, startForm } from './learn-form.ts';
import { LearnOptions } from './learn-options.tsx';
import { LearnReport } from './report.tsx';
import './learn.css';

/** Learns an automaton of a tagging run: parameters, progress, report. */
export function LearnDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const queries = projectQueries(client);
  const runs = useQuery(queries.taggingRuns);
  const shownRun = useView((view) => view.run);
  const [edited, setForm] = useState<LearnForm | null>(null);
  const form = edited ?? startForm(shownRun ?? runs.data?.[0]?.id ?? null);
  const input = inputOf(form);
  const learning = useStartedJob(learnResultSchema, (parameters: LearnInput) =>
    client.automata.learn(parameters),
  );
  const { start, result, stage } = learning;

  const foot = (
    <StartedJobFoot
      of={learning}
      form="learn"
      submit="Learn"
      ready={input !== null && form.run !== null}
      change="Change the parameters"
      again="Learn again"
      onShow={{
        label: 'Show the automaton',
        act: () => {
          if (result) showAutomaton(result.automaton);
          onClose();
        },
      }}
      onClose={onClose}
    />
  );

  return (
    <Dialog title={result ? 'Automaton learned' : 'Learn an automaton'} onClose={onClose} foot={foot}>
      {runs.isPending && <LoadingState />}
      {runs.isError && <FailedState error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data?.length === 0 && <EmptyState title="No tags yet">Tag the dialogues first.</EmptyState>}
      {stage === 'idle' && runs.data && runs.data.length > 0 && (
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
      <StartedJobState of={learning} />
      {result && <LearnReport report={result} />}
    </Dialog>
  );
}
