import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { useKeyText } from '../../../commands/command-keys.ts';
import { KeyCap } from '../../../ui/text/key-cap.tsx';
import { reviewCommands } from '../commands.ts';
import { reviewQueries } from '../queries.ts';
import './queue.css';

/** Offers to decide on all rounds that say the same at once. */
export function AlikeOffer({
  queue,
  round,
  onTake,
}: {
  readonly queue: number;
  readonly round: RoundId;
  readonly onTake: () => void;
}) {
  const key = useKeyText()(reviewCommands.alike);
  const alike = useQuery(reviewQueries(useApi().client).alike(queue, round)).data;
  const settled = alike ? alike.words - alike.open : 0;
  return (
    <>
      {alike && alike.open > 0 && (
        <button
          type="button"
          className="button button-small rigid"
          aria-keyshortcuts={key ?? undefined}
          // The keys stay with the round.
          onPointerDown={(event) => event.preventDefault()}
          onClick={onTake}
        >
          <KeyCap text={key} />
          Accept, and {formatAmount(alike.open, 'other round')} with the same words and the same tags
        </button>
      )}
      {settled > 0 && (
        <span className="quiet clip">
          {formatCount(settled)} more with the same words {settled === 1 ? 'is' : 'are'} checked or tagged
          otherwise
        </span>
      )}
    </>
  );
}
