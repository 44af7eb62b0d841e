import { useState } from 'react';
import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { SweepInput } from '#shared/contract/sweep.ts';
import { useApi } from '../../client/api.tsx';
import { describeRun } from '../../project/describe.ts';
import { LEARNERS, POLICIES } from '../../project/learners.ts';
import { showMode } from '../../project/mode.ts';
import { useShown } from '../../project/use-shown.ts';
import { Choice, Choices, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../jobs/index.ts';
import { RESULTS, showResult } from '../results/index.ts';
import { SWEEP } from './commands.ts';
import { describeAmount, errorsOf, inputOf, type SweepForm, startForm, valuesOf } from './sweep-form.ts';
import './sweep.css';

const sweptSchema = z.object({ run: runIdSchema });

/** Learns with several learners, tags and values to find the best picture. */
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
        <form
          id="sweep"
          onSubmit={(event) => {
            event.preventDefault();
            if (input) start.mutate(input);
          }}
        >
          <SweepOptions form={form} onChange={setForm} />
        </form>
      )}
      <StartedJobState of={sweep} />
      {result && <Notice kind="done">Only the figures are kept in the project, not the automata.</Notice>}
    </Dialog>
  );
}

const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

function SweepOptions({
  form,
  onChange,
}: {
  readonly form: SweepForm;
  readonly onChange: (form: SweepForm) => void;
}) {
  const { runs } = useShown();
  const errors = errorsOf(form);
  return (
    <div className="sweep-options">
      <div className="stack-3">
        <Choices legend="Tags to learn from">
          {errors.runs && <span className="field-error">{errors.runs}</span>}
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
          {errors.learners && <span className="field-error">{errors.learners}</span>}
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
            {errors.policies && <span className="field-error">{errors.policies}</span>}
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
