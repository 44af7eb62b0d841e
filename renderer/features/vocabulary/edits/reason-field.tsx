import { TextField } from '../../../ui/inputs/field.tsx';

/** Asks for the reason of an edit, for the history. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <TextField
      label="Why (optional)"
      hint="Kept in the history beside the edit."
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
