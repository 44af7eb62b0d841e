import { useState } from 'react';
import { z } from 'zod';
import { type Learner, type LearnInput, usedSettings } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import {
  MOST_SETTINGS,
  SWEPT,
  type SweepInput,
  settingsOf,
  sweepInputSchema,
} from '#shared/contract/sweep.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { describeRun } from '../../project/describe.ts';
import { LEARNERS, POLICIES } from '../../project/learners.ts';
import { showMode } from '../../project/mode.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { Choice, Choices } from '../../ui/inputs/field.tsx';
import { controlsOf, typedOf, valuesOf } from '../../ui/inputs/schema-fields.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { StartedJobDialog, useStartedJob } from '../jobs/index.ts';
import { RESULTS, showResult } from '../results/index.ts';
import { SWEEP } from './sweep-page.tsx';

const OWN = sweepInputSchema.pick({
  ...{ taus: true, lambdas: true, states: true, supports: true, alphas: true, ks: true },
});
const START = typedOf(OWN, { lambdas: [0.1, 0.3], states: [20, 40, 60] });

export type SweepForm = typeof START & {
  readonly runs: readonly RunId[];
  readonly learners: readonly Learner[];
  readonly policies: readonly LearnInput['policy'][];
};

export const startForm = (run: RunId | null): SweepForm => ({
  ...START,
  runs: run === null ? [] : [run],
  learners: ['paper', 'overview', 'merging'],
  policies: ['alergia', 'k-tails'],
});

const ENTRIES = Object.entries(SWEPT);

export function listsOf({ learners, policies }: SweepForm) {
  const used = learners.flatMap((learner) => policies.flatMap((policy) => usedSettings({ learner, policy })));
  return ENTRIES.filter(([name]) => used.some((one) => one === name)).map(([, list]) => list);
}

function parse(form: SweepForm): SweepInput | null {
  const used = Object.fromEntries(listsOf(form).map((list) => [list, form[list]]));
  const values = valuesOf(OWN, { ...typedOf(OWN), ...used });
  const { runs, learners, policies } = form;
  const merges = learners.includes('merging');
  return (
    values &&
    (sweepInputSchema.safeParse({ ...values, runs, learners, ...(merges && { policies }) }).data ?? null)
  );
}

export function inputOf(form: SweepForm): SweepInput | null {
  const input = parse(form);
  return input && form.runs.length > 0 && settingsOf(input).length <= MOST_SETTINGS ? input : null;
}

export function describeAmount(form: SweepForm): string {
  const input = parse(form);
  const settings = input ? settingsOf(input).length : 0;
  if (settings === 0) return '';
  if (settings > MOST_SETTINGS)
    return `These values give ${formatCount(settings)} settings. Enter fewer values: you can compare at most ${MOST_SETTINGS}.`;
  return settings === 1
    ? 'These values give one setting.'
    : `These values give ${formatCount(settings)} settings.`;
}

const sweptSchema = z.object({ run: runIdSchema });

export function SweepDialog() {
  const { run } = useShownAutomaton();
  const [edited, setForm] = useState<SweepForm | null>(null);
  const form = edited ?? startForm(run?.id ?? null);
  const input = inputOf(form);
  const sweep = useStartedJob(sweptSchema, (asked: SweepInput) => client.sweep.start(asked));
  return (
    <StartedJobDialog
      of={sweep}
      title="Compare learning settings"
      width="wide"
      input={input}
      submit="Compare"
      change="Change the settings"
      again="Compare other settings"
      show={{
        label: 'Show the figures',
        act: (result) => {
          showResult(SWEEP, result.run);
          showMode(RESULTS);
        },
      }}
      fields={<SweepOptions form={form} onChange={setForm} />}
    >
      {() => <Notice kind="done">Only the figures are kept in the project, not the automata.</Notice>}
    </StartedJobDialog>
  );
}

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

interface SweepOptionsProps {
  readonly form: SweepForm;
  readonly onChange: (form: SweepForm) => void;
}

function SweepOptions({ form, onChange }: SweepOptionsProps) {
  const { runs } = useShownAutomaton();
  const control = controlsOf(OWN, form, onChange);
  const none = <span className="small danger">Choose at least one.</span>;
  return (
    <div className="sweep-options grid gap-6">
      <div className="stack-3">
        <Choices legend="Tags to learn from">
          {form.runs.length === 0 && none}
          {runs.map((run) => (
            <Choice
              key={run.id}
              label={`${describeRun(run)}, run ${run.id}`}
              checked={form.runs.includes(run.id)}
              onChange={() => onChange({ ...form, runs: toggled(form.runs, run.id) })}
            />
          ))}
        </Choices>
        <Choices legend="Learners">
          {form.learners.length === 0 && none}
          {LEARNERS.map(({ value, label }) => (
            <Choice
              key={value}
              label={label}
              checked={form.learners.includes(value)}
              onChange={() => onChange({ ...form, learners: toggled(form.learners, value) })}
            />
          ))}
        </Choices>
        {form.learners.includes('merging') && (
          <Choices legend="Merge states by">
            {form.policies.length === 0 && none}
            {POLICIES.map(({ value, label }) => (
              <Choice
                key={value}
                label={label}
                checked={form.policies.includes(value)}
                onChange={() => onChange({ ...form, policies: toggled(form.policies, value) })}
              />
            ))}
          </Choices>
        )}
      </div>
      <div className="stack-3">
        <p className="quiet small">To try several values, separate them with commas.</p>
        {listsOf(form).map((list) => control(list))}
        <p role="status">{describeAmount(form)}</p>
      </div>
    </div>
  );
}
