import { useState } from 'react';
import type { NearAlike } from '#shared/contract/review.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../../ui/inputs/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Lists turns with a similar text. Each is read before it is settled together with the current one. */
export function NearAlikeDialog({
  near,
  same,
  onTake,
  onClose,
}: {
  readonly near: readonly NearAlike[];
  /** Number of other turns with the same words, which are settled with it. */
  readonly same: number;
  readonly onTake: (also: readonly RoundId[]) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly RoundId[]>([]);
  const isAll = chosen.length === near.length;
  const all = 1 + same + chosen.length;
  return (
    <Dialog
      title="Similar turns"
      onClose={onClose}
      foot={
        <>
          <Button kind="quiet" onClick={() => setChosen(isAll ? [] : near.map(({ round }) => round))}>
            {isAll ? 'Choose none' : 'Choose all'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
            Accept {formatAmount(all, 'turn')}
          </Button>
        </>
      }
    >
      <Choices legend="Give these turns the same tags and mark them as checked">
        {near.map(({ round, text, externalId, index }) => (
          <Choice
            key={round}
            label={text}
            hint={`${externalId}, turn ${index + 1}`}
            checked={chosen.includes(round)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, round] : chosen.filter((other) => other !== round))
            }
          />
        ))}
      </Choices>
      {same > 0 && (
        <p className="quiet small">
          {formatAmount(same, 'other turn')} with the same words {same === 1 ? 'is' : 'are'} settled, too.
        </p>
      )}
    </Dialog>
  );
}
