import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { DialogueLink } from '../../../project/dialogues/dialogue-finder.tsx';
import { ErrorNotice, LoadingState } from '../../../ui/state/notice.tsx';
import { flowQueries } from '../flows-state.ts';

/** A button that loads and lists the dialogues with a move, or with one and later another. */
export function DialoguesOf({
  flow,
  labels,
  children,
}: {
  readonly flow: string;
  readonly labels: readonly string[];
  readonly children: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ ...flowQueries(useApi().client).dialogues(flow, [...labels]), enabled: isOpen });
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{children}</summary>
      {isOpen && found.isPending && <LoadingState />}
      {found.isError && <ErrorNotice error={found.error} />}
      {found.data && (
        <>
          <PlaceList places={found.data.places} />
          {found.data.total > found.data.places.length && (
            <p className="quiet">
              The first {found.data.places.length} of {formatAmount(found.data.total, 'dialogue')}.
            </p>
          )}
        </>
      )}
    </details>
  );
}

/** Lists dialogues; clicking one opens it at a turn. */
export function PlaceList({
  places,
}: {
  readonly places: readonly {
    readonly dialogue: DialogueId;
    readonly externalId: string;
    readonly round: number;
  }[];
}) {
  return (
    <ul className="flow-places">
      {places.map((place) => (
        <li key={`${place.dialogue} ${place.round}`}>
          <DialogueLink {...place} />
        </li>
      ))}
    </ul>
  );
}
