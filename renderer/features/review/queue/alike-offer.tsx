import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NearAlike, NearestTag } from '#shared/contract/review.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { KeyButton } from '../../../commands/command-button.tsx';
import { useCommand } from '../../../commands/use-command.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, Choices } from '../../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../../ui/overlays/dialog.tsx';
import { LikenessMenu, useLikeness } from '../../likeness/index.ts';
import { NEAR_COMMANDS, reviewCommands, reviewQueries } from '../commands.ts';

const NOTHING: readonly NearestTag[] = [];

interface NearestOffersProps {
  readonly queue: number;
  readonly turn: TurnId;
  readonly onTake: (name: string) => void;
}

export function NearestOffers({ queue, turn, onTake }: NearestOffersProps) {
  const by = useLikeness();
  const found = useQuery(reviewQueries.nearest(queue, turn, by)).data ?? NOTHING;
  for (const [at, command] of NEAR_COMMANDS.entries()) {
    const tag = found[at];
    // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
    useCommand(command, tag ? () => onTake(tag.name) : null);
  }
  if (found.length === 0) return null;
  return (
    <fieldset className="rigid flex gap-2 small review-nearest">
      <legend className="visually-hidden">Tags of the most similar turns that were corrected</legend>
      {found.map(({ name, example }, at) => {
        const place = `${example.externalId}, turn ${example.index + 1},`;
        return (
          <KeyButton
            key={name}
            command={NEAR_COMMANDS[at]}
            className="button button-small"
            title={`A person tagged ${place} with #${name}: ${example.text}`}
            onClick={() => onTake(name)}
          >
            <strong>#{name}</strong>
            <span className="quiet clip">
              “{example.text}” {place}
            </span>
          </KeyButton>
        );
      })}
    </fieldset>
  );
}

interface NearAlikeDialogProps {
  readonly near: readonly NearAlike[];
  readonly same: number;
  readonly onTake: (also: readonly TurnId[]) => void;
}

function NearAlikeDialog({ near, same, onTake }: NearAlikeDialogProps) {
  const [chosen, setChosen] = useState<readonly TurnId[]>([]);
  const isAll = chosen.length === near.length;
  const all = 1 + same + chosen.length;
  return (
    <Dialog
      title="Similar turns"
      foot={
        <Button kind="quiet" onClick={() => setChosen(isAll ? [] : near.map(({ turn }) => turn))}>
          {isAll ? 'Select none' : 'Select all'}
        </Button>
      }
      main={{
        label: `Accept ${formatAmount(all, 'turn')}`,
        disabled: chosen.length === 0,
        onClick: () => {
          closeDialog();
          onTake(chosen);
        },
      }}
    >
      <Choices legend="Give these turns the same tags and mark them as checked">
        {near.map(({ turn, text, externalId, index }) => (
          <Choice
            key={turn}
            label={text}
            hint={`${externalId}, turn ${index + 1}`}
            checked={chosen.includes(turn)}
            onChange={(checked) =>
              setChosen(checked ? [...chosen, turn] : chosen.filter((other) => other !== turn))
            }
          />
        ))}
      </Choices>
      {same > 0 && (
        <p className="quiet small">
          This also settles {formatAmount(same, 'other turn')} with the same words.
        </p>
      )}
    </Dialog>
  );
}

interface AlikeOfferProps {
  readonly queue: number;
  readonly turn: TurnId;
  /** @param also similar turns that were selected, besides those with the same words */
  readonly onTake: (also: readonly TurnId[]) => void;
}

export function AlikeOffer({ queue, turn, onTake }: AlikeOfferProps) {
  const by = useLikeness();
  const alike = useQuery(reviewQueries.alike(queue, turn)).data;
  const near = useQuery(reviewQueries.near(queue, turn, by)).data ?? [];
  const settled = alike ? alike.words - alike.open : 0;
  return (
    <>
      {alike && alike.open > 0 && (
        <KeyButton
          command={reviewCommands.alike}
          className="button button-small rigid"
          onClick={() => onTake([])}
        >
          Accept this and {formatAmount(alike.open, 'other turn')} with the same text and tags
        </KeyButton>
      )}
      {near.length > 0 && (
        <Button
          small
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => openDialog(NearAlikeDialog, { near, same: alike?.open ?? 0, onTake })}
        >
          {formatCount(near.length)} similar…
        </Button>
      )}
      <LikenessMenu by={by} />
      {settled > 0 && (
        <span className="quiet clip">
          {formatAmount(settled, 'other turn')} with the same text {settled === 1 ? 'is' : 'are'} already
          checked or tagged differently
        </span>
      )}
    </>
  );
}
