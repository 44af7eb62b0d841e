import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import { Choice, Choices, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type EvaluationForm, errorsOf, toggleMethod } from './evaluation-form.ts';

/** What is evaluated, on which dialogues, and how many of them. */
export function EvaluationOptions({
  form,
  methods,
  onChange,
}: {
  readonly form: EvaluationForm;
  readonly methods: readonly ComparisonMethod[];
  readonly onChange: (form: EvaluationForm) => void;
}) {
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
          label="Tags by"
          value={form.tagger}
          options={[
            { value: 'offline', label: 'Offline tagger, fitted on the training dialogues' },
            { value: 'annotations', label: 'Annotations of the file (oracle)' },
          ]}
          onChange={(tagger) => onChange({ ...form, tagger })}
        />
        {form.tagger === 'annotations' && (
          <Notice kind="warning">
            Annotations share the labels that act F1 is measured in. Such results are marked “oracle”.
          </Notice>
        )}
        <TextField
          label="Held out, per cent"
          hint="Of this project's dialogues, chosen by their id; no method learns from them."
          {...number('heldOut')}
        />
        <div className="evaluation-pair">
          <TextField label="Examples a round" {...number('examples')} />
          <TextField label="Seed" {...number('seed')} />
        </div>
        <div className="evaluation-pair">
          <TextField label="Ask about at most" placeholder="all" hint="dialogues" {...number('limit')} />
          <TextField
            label="Learn from at most"
            placeholder="all"
            hint="dialogues"
            {...number('trainLimit')}
          />
        </div>
        <Choice
          label="Texts only"
          hint="Leaves act F1 out."
          checked={form.textOnly}
          onChange={(event) => onChange({ ...form, textOnly: event.target.checked })}
        />
      </div>
      <Choices legend="Methods">
        {errors.methods && <span className="field-error">{errors.methods}</span>}
        {methods.map((method) => (
          <Choice
            key={method.name}
            label={method.title}
            checked={form.methods.includes(method.name)}
            onChange={() => onChange(toggleMethod(form, method.name, names))}
          />
        ))}
      </Choices>
    </div>
  );
}
