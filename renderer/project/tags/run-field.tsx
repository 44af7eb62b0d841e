import { tagsAreMoves } from '#shared/contract/tagging.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { describeRun } from '../describe.ts';
import { useShown } from '../use-shown.ts';

/** Chooses a tagging run; each is listed with its share of the dialogues. */
export function RunField({
  label,
  run,
  finds = false,
  onChange,
}: {
  readonly label: string;
  readonly run: RunId | null;
  /** True if examples are retrieved by its tags; for moves, the tags of the text beside them are used. */
  readonly finds?: boolean;
  readonly onChange: (run: RunId) => void;
}) {
  const { runs } = useShown();
  const isOfMoves = runs.some(({ id, tagger }) => id === run && tagsAreMoves(tagger));
  return (
    <SelectField
      className="field-wide"
      label={label}
      hint={
        finds && isOfMoves
          ? 'Moves are too coarse to tell turns apart: examples are found by the words beside them.'
          : undefined
      }
      value={run}
      options={runs.map((one) => ({
        value: one.id,
        label: `${describeRun(one)}, ${formatTime(one.finishedAt ?? one.startedAt)}`,
      }))}
      onChange={onChange}
    />
  );
}
