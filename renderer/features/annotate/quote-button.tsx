import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';

interface QuoteButtonProps {
  readonly automaton: RunId | null;
  readonly turn: TurnId;
  readonly part: number;
  readonly state: number;
  readonly tabStop: boolean;
}

export function QuoteButton({ automaton, turn, part, state, tabStop }: QuoteButtonProps) {
  const quote = useAction(
    () =>
      client.annotations.save({
        automaton,
        kind: 'callout',
        states: [state],
        quote: { turn, part },
        dx: 60,
        dy: -70,
      }),
    {
      meta: about('annotations'),
      onSuccess: () =>
        tell(
          `Quoted on the graph at state ${state}. Exports leave out the quote unless you choose to include it.`,
        ),
    },
  );
  return (
    <IconButton
      icon="quote"
      small
      className="utterance-quote"
      label="Quote on the graph"
      tabIndex={tabStop ? 0 : -1}
      data-stop=""
      does={quote}
    />
  );
}
