import { useState } from 'react';
import { type LearnInput, learnResultSchema, usedSettings } from '#shared/contract/automata.ts';
import { client } from '../../client/api.ts';
import { runCommand } from '../../commands/use-command.ts';
import { LEARNERS, POLICIES } from '../../project/learners.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { showAutomaton } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, OneOf, SelectField } from '../../ui/inputs/field.tsx';
import { closeDialog } from '../../ui/overlays/dialog.tsx';
import { EmptyState, ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { WhereField } from '../filters/index.ts';
import { StartedJobDialog, useStartedJob } from '../jobs/index.ts';
import {
  inputOf,
  type LearnForm,
  moreCommands,
  parameterOf,
  presetOf,
  startForm,
  withPreset,
} from './learn-form.ts';
import { LearnReport } from './report.tsx';

interface LearnOptionsProps {
  readonly form: LearnForm;
  readonly onChange: (form: LearnForm) => void;
}

function LearnOptions({ form, onChange }: LearnOptionsProps) {
  const preset = presetOf(form);
  const control = parameterOf(form, onChange);
  const bind = bindTo(form, (part) => onChange({ ...form, ...part }));
  return (
    <div className="form-grid">
      <RunField label="Tags to learn from" run={form.run} onChange={(run) => onChange({ ...form, run })} />
      <SelectField
        className="field-wide"
        label="Learner"
        hint={LEARNERS.find(({ value }) => value === form.learner)?.hint}
        {...bind('learner')}
        options={LEARNERS}
      />
      <WhereField where={form.where} run={form.run} onChange={(where) => onChange({ ...form, where })} />
      {form.learner === 'paper' && (
        <SelectField
          className="field-wide"
          label="Preset"
          value={preset}
          options={[
            { value: 'default', label: 'The whole automaton' },
            { value: 'figures', label: "As in the paper's figures (depth 4, |I(q)| > 10)" },
            ...(preset === 'own' ? [{ value: preset, label: 'My own values' }] : []),
          ]}
          onChange={(chosen) => {
            if (chosen !== 'own') onChange(withPreset(form, chosen));
          }}
        />
      )}
      {usedSettings(form).map((name) => {
        switch (name) {
          case 'policy':
            return (
              <SelectField
                key={name}
                className="field-wide"
                label="Merge states by"
                hint={POLICIES.find(({ value }) => value === form.policy)?.hint}
                {...bind('policy')}
                options={POLICIES}
              />
            );
          case 'continueAt':
            return (
              <OneOf
                key={name}
                legend="The next turn starts from"
                {...bind('continueAt')}
                options={[
                  {
                    value: 'ends',
                    label: 'Any state where a turn ends',
                    hint: 'Every dialogue stays in the automaton.',
                  },
                  { value: 'leaves', label: 'Leaves only', hint: 'As in the paper.' },
                ]}
              />
            );
          case 'states':
            return control(name, {
              empty: form.learner === 'overview' ? '8 to 24, chosen from the data' : '40',
            });
          default:
            return control(name);
        }
      })}
    </div>
  );
}

export function LearnDialog({ where = '' }: { readonly where?: string }) {
  const { runs, run, automaton, pending, error } = useShownAutomaton();
  const [edited, setForm] = useState<LearnForm | null>(null);
  const form = edited ?? startForm(run?.id ?? null, where, automaton);
  const input = inputOf(form);
  const learning = useStartedJob(learnResultSchema, (parameters: LearnInput) =>
    client.automata.learn(parameters),
  );
  return (
    <StartedJobDialog
      of={learning}
      title={learning.result ? 'Automaton learned' : 'Learn an automaton'}
      input={form.run === null ? null : input}
      submit="Learn"
      change="Change the parameters"
      again="Learn again"
      show={{ label: 'Show the automaton', act: (result) => showAutomaton(result.automaton) }}
      lead={
        <>
          {pending && <LoadingState />}
          {error !== null && <ErrorNotice error={error} />}
          {!pending && runs.length === 0 && (
            <EmptyState title="No tags yet">Tag the dialogues first.</EmptyState>
          )}
        </>
      }
      fields={
        runs.length > 0 && (
          <>
            <LearnOptions form={form} onChange={setForm} />
            <p className="row-2 above-3">
              {moreCommands.items.map(({ title, command }) => (
                <Button
                  key={title}
                  small
                  kind="quiet"
                  onClick={() => {
                    closeDialog();
                    runCommand(command);
                  }}
                >
                  {title}
                </Button>
              ))}
            </p>
          </>
        )
      }
    >
      {(result) => <LearnReport report={result} />}
    </StartedJobDialog>
  );
}
