import { useQuery } from '@tanstack/react-query';
import type { NearestTag } from '#shared/contract/review.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { useKeyText } from '../../../commands/command-keys.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { KeyCap } from '../../../ui/text/key-cap.tsx';
import { useLikeness } from '../../likeness/index.ts';
import { NEAR_COMMANDS } from '../commands.ts';
import { reviewQueries } from '../queries.ts';
import './queue.css';

const NOTHING: readonly NearestTag[] = [];

/** Offers tags of the nearest corrected turns, each with the turn it comes from. */
export function NearestOffers({
  queue,
  round,
  onTake,
}: {
  readonly queue: number;
  readonly round: RoundId;
  readonly onTake: (name: string) => void;
}) {
  const keyText = useKeyText();
  const by = useLikeness();
  const found = useQuery(reviewQueries(useApi().client).nearest(queue, round, by)).data ?? NOTHING;
  for (const [at, command] of NEAR_COMMANDS.entries()) {
    const tag = found[at];
    // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
    useCommand(command, tag ? () => onTake(tag.name) : null);
  }
  if (found.length === 0) return null;
  return (
    <fieldset className="review-nearest small">
      <legend className="visually-hidden">Tags of the nearest corrected turns</legend>
      {found.map(({ name, example }, at) => {
        const key = keyText(NEAR_COMMANDS[at]!);
        const place = `turn ${example.index + 1} of ${example.externalId}`;
        return (
          <button
            key={name}
            type="button"
            className="button button-small"
            aria-keyshortcuts={key ?? undefined}
            title={`A person tagged ${place} with #${name}: ${example.text}`}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(name)}
          >
            <KeyCap text={key} />
            <strong>#{name}</strong>
            <span className="quiet clip">
              “{example.text}” {place}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
