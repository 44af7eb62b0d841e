import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { runIdSchema } from '#shared/contract/base.ts';
import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import { type EvaluationInput, evaluationInputSchema } from '#shared/contract/evaluation.ts';
import { useApi } from '../../../client/api.tsx';
import { showMode } from '../../../project/mode.ts';
import { Choice, Choices, Form, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { StartedJobFoot, StartedJobState, useStartedJob } from '../../jobs/index.ts';
import { RESULTS, showResult } from '../../results/index.ts';
import { EVALUATION } from '../run-list.tsx';
import '../evaluation.css';

/** The values of the evaluation form; numbers as typed. */
interface EvaluationForm {
  readonly tagger: EvaluationInput['tagger'];
  readonly methods: readonly string[];
  /** In percent. */
  readonly heldOut: string;
  readonly examples: string;
  readonly seed: string;
  /** Number of dialogues; empty for all. */
  readonly limit: string;
  readonly trainLimit: string;
  readonly textOnly: boolean;
}

export const START_FORM: EvaluationForm = {
  tagger: 'run',
  methods: ['context-ranker', 'dfa-rag', 'rrf', 'bm25-last', 'dense', 'random'],
  heldOut: '10',
  examples: '5',
  seed: '1',
  limit: '',
  trainLimit: '',
  textOnly: false,
};

type EvaluationErrors = Partial<Record<keyof EvaluationForm, string>>;

function whole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** Returns an error message for each invalid field. */
export function errorsOf(form: EvaluationForm): EvaluationErrors {
  const errors: EvaluationErrors = {};
  const share = Number(form.heldOut);
  if (form.heldOut.trim() === '' || !(share > 0 && share < 100)) {
    errors.heldOut = 'Enter a share above 0 % and below 100 %.';
  }
  if (!whole(form.examples, 1, 50)) errors.examples = 'Enter a whole number from 1 to 50.';
  if (!whole(form.seed, 0, Number.MAX_SAFE_INTEGER)) errors.seed = 'Enter a whole number, 0 or more.';
  for (const field of ['limit', 'trainLimit'] as const) {
    if (form[field].trim() !== '' && !whole(form[field], 1, Number.MAX_SAFE_INTEGER)) {
      errors[field] = 'Enter a whole number of 1 or more, or leave empty for all.';
    }
  }
  if (form.methods.length === 0) errors.methods = 'Choose at least one method.';
  return errors;
}

/** Returns the input for the backend; null if a field is invalid. */
export function inputOf(form: EvaluationForm): EvaluationInput | null {
  if (Object.keys(errorsOf(form)).length > 0) return null;
  const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));
  return (
    evaluationInputSchema.safeParse({
      from: { kind: 'project', heldOutShare: Number(form.heldOut) / 100 },
      tagger: form.tagger,
      methods: form.methods,
      examples: Number(form.examples),
      seed: Number(form.seed),
      limit: limitOf(form.limit),
      trainLimit: limitOf(form.trainLimit),
      textOnly: form.textOnly,
    }).data ?? null
  );
}

/** Selects or deselects a method, keeping the order of the list. */
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

/** Form fields for the methods, the dialogues and their number. */
function EvaluationOptions({ form, methods, onChange }: EvaluationOptionsProps) {
  const errors = errorsOf(form);
  const names = methods.map((method) => method.name);
  const number = (field: 'heldOut' | 'examples' | 'seed' | 'limit' | 'trainLimit') => ({
    value: form[field],
    error: errors[field],
    inputMode: 'numeric' as const,
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [field]: event.target.value }),
  });
  return (
    <div className="evaluation-options">
      <div className="stack-3">
        <SelectField<EvaluationForm['tagger']>
          label="Tags from"
          value={form.tagger}
          options={[
            { value: 'run', label: 'The tagging run in use, as Compare does' },
            { value: 'offline', label: 'The offline tagger, trained on the training dialogues' },
            { value: 'annotations', label: "The file's annotations (uses the correct labels)" },
          ]}
          onChange={(tagger) => onChange({ ...form, tagger })}
        />
        {form.tagger === 'annotations' && (
          <Notice kind="warning">
            Act F1 is measured with these labels, so such results are marked “uses the correct labels”.
          </Notice>
        )}
        <TextField
          label="Test dialogues (%)"
          hint="No method learns from these dialogues. They are chosen by id."
          {...number('heldOut')}
        />
        <div className="halves gap-3">
          <TextField label="Examples per turn" {...number('examples')} />
          <TextField label="Seed" {...number('seed')} />
        </div>
        <div className="halves gap-3">
          <TextField label="Test at most" placeholder="all" hint="dialogues" {...number('limit')} />
          <TextField
            label="Learn from at most"
            placeholder="all"
            hint="dialogues"
            {...number('trainLimit')}
          />
        </div>
        <Choice
          label="Text only"
          hint="Skips act F1."
          checked={form.textOnly}
          onChange={(event) => onChange({ ...form, textOnly: event.target.checked })}
        />
      </div>
      <Choices legend="Methods">
        {errors.methods && <span className="small danger">{errors.methods}</span>}
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

/** Starts an evaluation of how well methods find the next turn, shows its progress and opens the result. */
export function EvaluateDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const methods = useQuery(comparisonQueries(client).methods);
  const [form, setForm] = useState<EvaluationForm>(START_FORM);
  const input = inputOf(form);
  const evaluation = useStartedJob(evaluatedSchema, (asked: EvaluationInput) =>
    client.evaluation.start(asked),
  );
  const { start, result, stage } = evaluation;

  const foot = (
    <StartedJobFoot
      of={evaluation}
      form="evaluate"
      submit="Run"
      ready={input !== null}
      change="Change the settings"
      again="Run another"
      onShow={{
        label: 'Show the figures',
        act: () => {
          if (result) showResult(EVALUATION, result.run);
          showMode(RESULTS);
          onClose();
        },
      }}
      onClose={onClose}
    />
  );

  return (
    <Dialog title="Run an evaluation" width="wide" onClose={onClose} foot={foot}>
      {!methods.isSuccess && <Unanswered of={methods} />}
      {stage === 'idle' && methods.data && (
        <Form
          id="evaluate"
          onSubmit={() => {
            if (input) start.mutate(input);
          }}
        >
          <EvaluationOptions
            form={form}
            methods={methods.data.filter(({ name }) => START_FORM.methods.includes(name))}
            onChange={setForm}
          />
        </Form>
      )}
      <StartedJobState of={evaluation} />
      {result && <Notice kind="done">The evaluation is done and kept with the project.</Notice>}
    </Dialog>
  );
}
