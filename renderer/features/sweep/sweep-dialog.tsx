import { useState } from 'react';
import { z } from 'zod';
import type { Learner, LearnInput } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { MOST_SETTINGS, type SweepInput, settingsOf, sweepInputSchema } from '#shared/contract/sweep.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { describeRun } from '../../project/describe.ts';
import { LEARNERS, POLICIES } from '../../project/learners.ts';
import { showMode } from '../../project/mode.ts';
import { useShown } from '../../project/use-shown.ts';
import { Choice, Choices, Form, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../jobs/index.ts';
import { RESULTS, showResult } from '../results/index.ts';
import { SWEEP } from './sweep-page.tsx';
import './sweep.css';

/** Comma-separated values to try. */
type ValueField = 'taus' | 'lambdas' | 'states' | 'supports' | 'alphas' | 'ks';

export interface SweepForm extends Readonly<Record<ValueField, string>> {
  readonly runs: readonly RunId[];
  readonly learners: readonly Learner[];
  readonly policies: readonly LearnInput['policy'][];
}

export const startForm = (run: RunId | null): SweepForm => ({
  runs: run === null ? [] : [run],
  learners: ['paper', 'overview', 'merging'],
  policies: ['alergia', 'k-tails'],
  taus: '5',
  lambdas: '0.1, 0.3',
  states: '20, 40, 60',
  supports: '1',
  alphas: '0.0001',
  ks: '2',
});

interface Value {
  readonly field: ValueField;
  readonly label: string;
  readonly hint: string;
  /** The learners that use it; for merging, the policies that do. */
  readonly learners: readonly (Learner | LearnInput['policy'])[];
}

const VALUES: readonly Value[] = [
  {
    field: 'states',
    label: 'Most states',
    hint: 'Whole numbers from 4 to 400.',
    learners: ['overview', 'merging'],
  },
  {
    field: 'taus',
    label: 'Smallest group to split (τ)',
    hint: 'Whole numbers from 0.',
    learners: ['paper', 'context'],
  },
  {
    field: 'lambdas',
    label: 'Merge when more similar than (λ)',
    hint: 'Numbers from 0 to 1; “none” merges nothing.',
    learners: ['paper', 'phi'],
  },
  {
    field: 'supports',
    label: 'Least share of dialogues (%)',
    hint: 'Numbers from 0 to 100.',
    learners: ['merging'],
  },
  {
    field: 'alphas',
    label: 'Significance level (α)',
    hint: 'Numbers above 0, at most 1.',
    learners: ['alergia'],
  },
  {
    field: 'ks',
    label: 'Turns to look ahead (k)',
    hint: 'Whole numbers from 0 to 20.',
    learners: ['k-tails'],
  },
];

export const valuesOf = ({ learners, policies }: SweepForm): Value[] =>
  VALUES.filter((value) =>
    value.learners.some(
      (one) =>
        learners.some((learner) => learner === one) ||
        (learners.includes('merging') && policies.some((policy) => policy === one)),
    ),
  );

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

function parse(form: SweepForm) {
  const isAsked = (field: ValueField): boolean => valuesOf(form).some((value) => value.field === field);
  const numbers = (field: ValueField): (number | null)[] | undefined =>
    isAsked(field)
      ? wordsOf(form[field]).map((word) => (field === 'lambdas' && word === 'none' ? null : Number(word)))
      : undefined;
  return sweepInputSchema.safeParse({
    runs: form.runs,
    learners: form.learners,
    ...(form.learners.includes('merging') && { policies: form.policies }),
    taus: numbers('taus'),
    lambdas: numbers('lambdas'),
    states: numbers('states'),
    supports: numbers('supports')?.map((percent) => (percent ?? 0) / 100),
    alphas: numbers('alphas'),
    ks: numbers('ks'),
  });
}

/** Returns an error message for each invalid field; valid fields are absent. */
export function errorsOf(form: SweepForm): Partial<Record<keyof SweepForm, string>> {
  const { error } = parse(form);
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  return {
    ...Object.fromEntries(
      VALUES.filter(({ field }) => wrong.has(field)).map(({ field, hint }) => [field, hint]),
    ),
    ...(form.runs.length === 0 && { runs: 'Choose at least one.' }),
    ...(wrong.has('learners') && { learners: 'Choose at least one.' }),
    ...(wrong.has('policies') && { policies: 'Choose at least one.' }),
  };
}

/** Returns the input for the backend; null if a field is invalid or there are too many settings. */
export function inputOf(form: SweepForm): SweepInput | null {
  const { data } = parse(form);
  return data && form.runs.length > 0 && settingsOf(data).length <= MOST_SETTINGS ? data : null;
}

/** "12 settings", or why there are too many. */
export function describeAmount(form: SweepForm): string {
  const { data } = parse(form);
  const settings = data ? settingsOf(data).length : 0;
  if (settings === 0) return '';
  if (settings > MOST_SETTINGS)
    return `These are ${formatCount(settings)} settings. Enter fewer values: at most ${MOST_SETTINGS} can be compared at once.`;
  return settings === 1 ? 'This is one setting.' : `These are ${formatCount(settings)} settings.`;
}

const sweptSchema = z.object({ run: runIdSchema });

export function SweepDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const { run } = useShown();
  const [edited, setForm] = useState<SweepForm | null>(null);
  const form = edited ?? startForm(run?.id ?? null);
  const input = inputOf(form);
  const sweep = useStartedJob(sweptSchema, (asked: SweepInput) => client.sweep.start(asked));
  const { start, result, stage } = sweep;

  const foot = (
    <StartedJobFoot
      of={sweep}
      form="sweep"
      submit="Compare"
      ready={input !== null}
      change="Change the settings"
      again="Compare others"
      onShow={{
        label: 'Show the figures',
        act: () => {
          if (result) showResult(SWEEP, result.run);
          showMode(RESULTS);
          onClose();
        },
      }}
      onClose={onClose}
    />
  );

  return (
    <Dialog title="Compare learning settings" width="wide" onClose={onClose} foot={foot}>
      {stage === 'idle' && (
        <Form
          id="sweep"
          onSubmit={() => {
            if (input) start.mutate(input);
          }}
        >
          <SweepOptions form={form} onChange={setForm} />
        </Form>
      )}
      <StartedJobState of={sweep} />
      {result && <Notice kind="done">Only the figures are kept in the project, not the automata.</Notice>}
    </Dialog>
  );
}

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

interface SweepOptionsProps {
  readonly form: SweepForm;
  readonly onChange: (form: SweepForm) => void;
}

function SweepOptions({ form, onChange }: SweepOptionsProps) {
  const { runs } = useShown();
  const errors = errorsOf(form);
  return (
    <div className="sweep-options">
      <div className="stack-3">
        <Choices legend="Tags to learn from">
          {errors.runs && <span className="small danger">{errors.runs}</span>}
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
          {errors.learners && <span className="small danger">{errors.learners}</span>}
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
            {errors.policies && <span className="small danger">{errors.policies}</span>}
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
        {valuesOf(form).map(({ field, label, hint }) => (
          <TextField
            key={field}
            label={label}
            hint={hint}
            value={form[field]}
            error={errors[field] ?? null}
            onChange={({ target }) => onChange({ ...form, [field]: target.value })}
          />
        ))}
        <p role="status">{describeAmount(form)}</p>
      </div>
    </div>
  );
}
