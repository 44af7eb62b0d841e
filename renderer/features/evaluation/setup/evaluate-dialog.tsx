import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import {
  type EvaluationInput,
  evaluationInputSchema,
  heldOutShareSchema,
} from '#shared/contract/evaluation.ts';
import { client } from '../../../client/api.ts';
import { showMode } from '../../../project/mode.ts';
import { Choice, Choices, SelectField } from '../../../ui/inputs/field.tsx';
import { controlsOf, type TypedValues, typedOf, valuesOf } from '../../../ui/inputs/schema-fields.tsx';
import { Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { StartedJobDialog, useStartedJob } from '../../jobs/index.ts';
import { RESULTS, showResult } from '../../results/index.ts';
import { EVALUATION } from '../run-list.tsx';
import '../evaluation.css';

const OWN = evaluationInputSchema
  .pick({ examples: true, seed: true, limit: true, trainLimit: true, textOnly: true })
  .extend({ heldOutShare: heldOutShareSchema });

interface EvaluationForm extends TypedValues<z.output<typeof OWN>> {
  readonly tagger: EvaluationInput['tagger'];
  readonly methods: readonly string[];
}

export const START_FORM: EvaluationForm = {
  ...typedOf(OWN),
  tagger: 'run',
  methods: ['context-ranker', 'dfa-rag', 'rrf', 'bm25-last', 'dense', 'random'],
};

export function inputOf({ tagger, methods, ...typed }: EvaluationForm): EvaluationInput | null {
  const values = valuesOf(OWN, typed);
  if (values === null || methods.length === 0) return null;
  const { heldOutShare, ...others } = values;
  return evaluationInputSchema.parse({ from: { kind: 'project', heldOutShare }, tagger, methods, ...others });
}

export function toggleMethod(form: EvaluationForm, name: string, all: readonly string[]): EvaluationForm {
  const wanted = form.methods.includes(name)
    ? form.methods.filter((other) => other !== name)
    : [...form.methods, name];
  return { ...form, methods: all.filter((other) => wanted.includes(other)) };
}

interface EvaluationOptionsProps {
  readonly form: EvaluationForm;
  readonly methods: readonly ComparisonMethod[];
  readonly onChange: (form: EvaluationForm) => void;
}

function EvaluationOptions({ form, methods, onChange }: EvaluationOptionsProps) {
  const names = methods.map((method) => method.name);
  const control = controlsOf(OWN, form, onChange);
  return (
    <div className="evaluation-options grid gap-6">
      <div className="stack-3">
        <SelectField<EvaluationForm['tagger']>
          label="Tags from"
          value={form.tagger}
          options={[
            { value: 'run', label: 'The current tagging run, as in Compare' },
            { value: 'offline', label: 'The offline tagger, trained on the training dialogues' },
            { value: 'annotations', label: 'Annotations in the file (the correct labels)' },
          ]}
          onChange={(tagger) => onChange({ ...form, tagger })}
        />
        {form.tagger === 'annotations' && (
          <Notice kind="warning">
            Act F1 is measured with these labels, so these results are marked “uses the correct labels”.
          </Notice>
        )}
        {control('heldOutShare')}
        <div className="halves gap-3">
          {control('examples', { label: 'Examples per turn' })}
          {control('seed')}
        </div>
        <div className="halves gap-3">
          {control('limit')}
          {control('trainLimit')}
        </div>
        {control('textOnly')}
      </div>
      <Choices legend="Methods">
        {form.methods.length === 0 && <span className="small danger">Choose at least one method.</span>}
        {methods.map((method) => (
          <Choice
            key={method.name}
            label={method.title}
            hint={method.description}
            checked={form.methods.includes(method.name)}
            onChange={() => onChange(toggleMethod(form, method.name, names))}
          />
        ))}
      </Choices>
    </div>
  );
}

const evaluatedSchema = z.object({ run: runIdSchema });

export function EvaluateDialog() {
  const methods = useQuery(comparisonQueries.methods);
  const [form, setForm] = useState<EvaluationForm>(START_FORM);
  const input = inputOf(form);
  const evaluation = useStartedJob(evaluatedSchema, (asked: EvaluationInput) =>
    client.evaluation.start(asked),
  );
  return (
    <StartedJobDialog
      of={evaluation}
      title="Run an evaluation"
      width="wide"
      input={input}
      submit="Run"
      change="Change the settings"
      again="Run another"
      show={{
        label: 'Show the figures',
        act: ({ run }) => {
          showResult(EVALUATION, run);
          showMode(RESULTS);
        },
      }}
      lead={!methods.isSuccess && <Unanswered of={methods} />}
      fields={
        methods.data && (
          <EvaluationOptions
            form={form}
            methods={methods.data.filter(({ name }) => START_FORM.methods.includes(name))}
            onChange={setForm}
          />
        )
      }
    >
      {() => <Notice kind="done">The evaluation is done and saved in the project.</Notice>}
    </StartedJobDialog>
  );
}
