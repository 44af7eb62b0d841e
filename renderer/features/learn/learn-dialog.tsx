import { useState } from 'react';
import { type LearnInput, learnResultSchema } from '#shared/contract/automata.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { useShown } from '../../project/use-shown.ts';
import { showAutomaton } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../jobs/index.ts';
import { inputOf, type LearnForm, startForm } from './learn-form.ts';
import { LearnOptions } from './learn-options.tsx';
import { otherWays } from './other-ways.ts';
import { LearnReport } from './report.tsx';
import './learn.css';

/** Learns an automaton from a tagging run: parameters, progress, report. */
export function LearnDialog({
  where = '',
  onClose,
}: {
  /** The filter of the dialogues to learn from, as a default. */
  readonly where?: string;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const { runs, run, automaton, pending, error } = useShown();
  const [edited, setForm] = useState<LearnForm | null>(null);
  const form = edited ?? startForm(run?.id ?? null, where, automaton);
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
      {pending && <LoadingState />}
      {error !== null && <ErrorNotice error={error} />}
      {!pending && runs.length === 0 && <EmptyState title="No tags yet">Tag the dialogues first.</EmptyState>}
      {stage === 'idle' && runs.length > 0 && (
        <form
          id="learn"
          onSubmit={(event) => {
            event.preventDefault();
            if (input) start.mutate(input);
          }}
        >
          <LearnOptions form={form} onChange={setForm} />
          <p className="row-2 learn-ways">
            {otherWays.items.map(({ title, command }) => (
              <Button
                key={title}
                small
                kind="quiet"
                onClick={() => {
                  onClose();
                  runCommand(command);
                }}
              >
                {title}
              </Button>
            ))}
          </p>
        </form>
      )}
      <StartedJobState of={learning} />
      {result && <LearnReport report={result} />}
    </Dialog>
  );
}
