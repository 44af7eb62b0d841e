import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogueId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { DialogueFinder } from '../../../project/dialogues/dialogue-finder.tsx';
import { useAction } from '../../../ui/overlays/toasts.tsx';
import { EmptyState, Unanswered } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { changeTurn, useCompare } from '../compare-state.ts';

export function useTurns() {
  const turn = useCompare((state) => state.turn);
  const seed = useCompare((state) => state.seed);
  const found = useQuery({
    ...comparisonQueries.turns(turn?.dialogue ?? (0 as never)),
    enabled: turn !== null,
  });
  const draw = useAction((wanted: number) => client.comparison.randomTurn({ seed: wanted, heldOut: true }), {
    onSuccess: (drawn, wanted) => {
      changeTurn({ seed: wanted });
      changeTurn({ turn: { dialogue: drawn.dialogue, turn: drawn.turn } });
    },
  });
  const turns = turn !== null ? (found.data?.turns ?? []) : [];
  const index = turns.findIndex((other) => other.turn === turn?.turn);
  const goTo = (next: number) => {
    if (turn && turns[next]) changeTurn({ turn: { dialogue: turn.dialogue, turn: turns[next].turn } });
  };
  return {
    turn,
    found: turn !== null ? found.data : undefined,
    error: found.error,
    turns,
    index,
    goTo,
    next: index >= 0 && index + 1 < turns.length ? () => goTo(index + 1) : null,
    previous: index > 0 ? () => goTo(index - 1) : null,
    seed,
    drawing: draw.isPending,
    drawFailed: draw.isError,
    draw: (wanted: number) => draw.mutate(Math.max(0, wanted)),
  };
}

export type Turns = ReturnType<typeof useTurns>;

interface TurnDialogProps {
  readonly chosen: { readonly dialogue: DialogueId; readonly turn: number } | null;
  readonly onPick: (dialogue: DialogueId, turn: number) => void;
}

export function TurnDialog({ chosen, onPick }: TurnDialogProps) {
  const [dialogue, setDialogue] = useState<DialogueId | null>(chosen?.dialogue ?? null);
  return (
    <DialogueFinder title="Choose a turn" chosen={dialogue} onPick={setDialogue}>
      <section aria-label="Turns" className="turn-list scrolls line-before indent-4">
        {dialogue === null ? (
          <EmptyState title="No dialogue chosen">Choose a dialogue to see its turns.</EmptyState>
        ) : (
          <TurnList
            dialogue={dialogue}
            current={chosen?.dialogue === dialogue ? chosen.turn : null}
            onPick={(turn) => onPick(dialogue, turn)}
          />
        )}
      </section>
    </DialogueFinder>
  );
}

interface TurnListProps {
  readonly dialogue: DialogueId;
  readonly current: number | null;
  readonly onPick: (turn: number) => void;
}

function TurnList({ dialogue, current, onPick }: TurnListProps) {
  const found = useQuery(comparisonQueries.turns(dialogue));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Loading turns…" />;
  const { externalId, heldOut, turns } = found.data;
  return (
    <>
      <h3 className="clip">
        {externalId}
        <span className="quiet small">
          {' '}
          · {heldOut ? 'test dialogue' : 'training dialogue (not used as its own example)'}
        </span>
      </h3>
      {turns.length === 0 && (
        <EmptyState title="No turns to choose from">
          In this dialogue, the agent never answers the customer. Choose another dialogue.
        </EmptyState>
      )}
      <ul>
        {turns.map((turn) => (
          <li key={turn.turn}>
            <button
              type="button"
              className="turn-pick barred lights focus-inside wide line-below no-border grid no-fill pointer to-start"
              aria-current={turn.turn === current || undefined}
              onClick={() => onPick(turn.turn)}
            >
              <span className="quiet small number">{turn.position + 1}</span>
              <span className="breaks indent-2 in-2 of-user role-edge">{turn.userExcerpt}</span>
              <span className="breaks indent-2 in-2 quiet of-system role-edge">{turn.systemExcerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
