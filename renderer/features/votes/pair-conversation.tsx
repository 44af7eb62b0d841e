import { useRef } from 'react';
import type { BlindPair, RevealedPair } from '#shared/contract/votes.ts';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { useNewestInView } from '../comparison/index.ts';
import { WholeDialogue } from './pair-sides.tsx';
import { isRevealed } from './use-voting.ts';

/** Shows the dialogue before the answers and, once they are revealed, the true answer. */
export function PairConversation({ pair }: { readonly pair: BlindPair | RevealedPair }) {
  const rounds = useRef<HTMLElement>(null);
  const revealed = isRevealed(pair);
  useNewestInView(rounds, `${pair.pair}`);
  if (pair.unit === 'whole-dialogue') {
    return (
      <section className="conversation vote-conversation" aria-label="Conversation">
        <h2 className="compare-title">True answer</h2>
        <Focusable as="section" className="conversation-rounds" aria-label="True answer">
          {revealed && <WholeDialogue said={pair.truth} conversation={pair.conversation} />}
        </Focusable>
      </section>
    );
  }
  return (
    <section className="conversation vote-conversation" aria-label="Conversation">
      <h2 className="compare-title">So far</h2>
      <Focusable as="section" ref={rounds} className="conversation-rounds" aria-label="Turns">
        <ol>
          {pair.conversation.map((round) => (
            <li key={round.round} className={`said of-${round.role}`}>
              <span className="quiet small">{round.role}</span>
              <p className="utterance">{round.text}</p>
            </li>
          ))}
        </ol>
      </Focusable>
      {revealed && (
        <Focusable as="section" className="truth" aria-label="True answer">
          <h2 className="compare-title">True answer</h2>
          <div className="truth-text">
            {pair.truth.map(({ round, text }) => (
              <p key={round} className="utterance">
                {text}
              </p>
            ))}
          </div>
        </Focusable>
      )}
    </section>
  );
}
