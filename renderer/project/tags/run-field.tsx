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
  /** Examples are found by its tags; for moves they are ranked by the words beside them. */
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
          ? 'States and routes use these moves. Examples are ranked by the words beside them, which distinguish turns better. Choose the words to see their routes.'
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
