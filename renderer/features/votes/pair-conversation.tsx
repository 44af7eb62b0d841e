import { useRef } from 'react';
import type { BlindPair, RevealedPair } from '#shared/contract/votes.ts';
import { useNewestInView } from '../comparison/conversation/use-newest-in-view.ts';
import { WholeDialogue } from './pair-sides.tsx';
import { isRevealed } from './use-voting.ts';

/** What was said before; once it is revealed, with what was really said. */
export function PairConversation({ pair }: { readonly pair: BlindPair | RevealedPair }) {
  const rounds = useRef<HTMLElement>(null);
  const revealed = isRevealed(pair);
  useNewestInView(rounds, `${pair.pair}`);
  if (pair.unit === 'whole-dialogue') {
    return (
      <section className="conversation vote-conversation" aria-label="Conversation">
        <h2 className="compare-title">What was really said</h2>
        {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
        <section className="conversation-rounds" tabIndex={0} aria-label="True answer">
          {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
          {revealed && <WholeDialogue said={pair.truth} conversation={pair.conversation} />}
        </section>
      </section>
    );
  }
  return (
    <section className="conversation vote-conversation" aria-label="Conversation">
      <h2 className="compare-title">So far</h2>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
      <section ref={rounds} className="conversation-rounds" tabIndex={0} aria-label="Rounds">
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
        <ol>
          {pair.conversation.map((round) => (
            <li key={round.round} className={`said said-${round.role}`}>
              <span className="said-role small">{round.role}</span>
              <p className="utterance">{round.text}</p>
            </li>
          ))}
        </ol>
      </section>
      {revealed && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
        <section className="truth" aria-label="True answer" tabIndex={0}>
          <h2 className="compare-title">What was really said</h2>
          <div className="truth-text">
            {pair.truth.map(({ round, text }) => (
              <p key={round} className="utterance">
                {text}
              </p>
            ))}
          </div>
        </section>
      )}
    </section>
  );
}
