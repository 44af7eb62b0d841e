import type { ModelRun } from '#shared/contract/model-tagging.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { describeState } from '../sentences.ts';

/** The runs so far, and a new one. */
export function RunList({
  runs,
  shown,
  onChoose,
}: {
  readonly runs: readonly ModelRun[];
  readonly shown: RunId | 'new';
  readonly onChoose: (run: RunId | 'new') => void;
}) {
  return (
    <SelectField
      label="Run"
      value={String(shown)}
      options={[
        { value: 'new', label: 'New run' },
        ...runs.map((run) => ({
          value: String(run.run),
          label: `${formatTime(run.startedAt)} · ${run.model}, ${run.variant} vocabulary · ${describeState(run)}`,
        })),
      ]}
      onChange={({ target }) => onChoose(runs.find(({ run }) => String(run) === target.value)?.run ?? 'new')}
    />
  );
}
