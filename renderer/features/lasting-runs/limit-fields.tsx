import { TextField } from '../../ui/inputs/field.tsx';
import { type LimitsForm, limitFaults } from './run-limits.ts';

/** Fields for the budget of a run that asks models. */
export function LimitFields({
  form,
  onChange,
}: {
  readonly form: LimitsForm;
  readonly onChange: (form: LimitsForm) => void;
}) {
  const faults = limitFaults(form);
  return (
    <>
      <TextField
        label="Budget, $"
        hint="The run pauses at this limit"
        placeholder="no limit"
        inputMode="decimal"
        value={form.budgetUsd}
        error={faults.budgetUsd}
        onChange={({ target }) => onChange({ ...form, budgetUsd: target.value })}
      />
      <TextField
        label="Budget, tokens"
        hint="Input and output together"
        placeholder="no limit"
        inputMode="numeric"
        value={form.budgetTokens}
        error={faults.budgetTokens}
        onChange={({ target }) => onChange({ ...form, budgetTokens: target.value })}
      />
    </>
  );
}
