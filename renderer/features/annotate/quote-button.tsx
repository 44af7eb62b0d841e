import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';

interface QuoteButtonProps {
  readonly automaton: RunId | null;
  readonly turn: TurnId;
  /** Index of the message in its turn. */
  readonly part: number;
  readonly state: number;
  readonly tabStop: boolean;
}

/** Adds a message to the picture as a quote, at the state it led to, with personal data masked. */
export function QuoteButton({ automaton, turn, part, state, tabStop }: QuoteButtonProps) {
  const { client } = useApi();
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
          `Added the quote to state ${state} on the graph. Exports leave quotes out unless you include them.`,
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
      disabled={quote.isPending}
      onClick={() => quote.mutate()}
    />
  );
}
