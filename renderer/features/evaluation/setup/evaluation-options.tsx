import type { ComparisonMethod } from '#shared/contract/comparison.ts';
import { Choice, Choices, SelectField, TextField } from '../../../ui/inputs/field.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type EvaluationForm, errorsOf, toggleMethod } from './evaluation-form.ts';

/** Form fields for the methods, the dialogues and their number. */
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
        <div className="evaluation-pair">
          <TextField label="Examples per turn" {...number('examples')} />
          <TextField label="Seed" {...number('seed')} />
        </div>
        <div className="evaluation-pair">
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
