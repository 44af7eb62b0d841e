import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { describeRun } from '../describe.ts';
import { useShown } from '../use-shown.ts';

/** Chooses a tagging run, each told with its share of the dialogues. */
export function RunField({
  label,
  run,
  onChange,
}: {
  readonly label: string;
  readonly run: RunId | null;
  readonly onChange: (run: RunId) => void;
}) {
  const { runs } = useShown();
  return (
    <SelectField
      className="field-wide"
      label={label}
      value={run ?? ''}
      options={runs.map((one) => ({
        value: String(one.id),
        label: `${describeRun(one)}, ${formatTime(one.finishedAt ?? one.startedAt)}`,
      }))}
      onChange={({ target }) => {
        const chosen = runs.find(({ id }) => String(id) === target.value);
        if (chosen) onChange(chosen.id);
      }}
    />
  );
}
