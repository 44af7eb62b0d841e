import { useCompare } from '../compare-state.ts';
import { ConversationHandle } from './conversation.tsx';

/** A whole dialogue as it was; what the system said goes where the true answer is hidden. */
export function DialogueTranscript({
  rounds,
}: {
  readonly rounds: readonly { readonly role: 'user' | 'system'; readonly text: string }[];
}) {
  const width = useCompare((state) => state.conversationWidth);
  const shown = useCompare((state) => state.truthShown);
  return (
    <>
      <section className="conversation" style={{ width }} aria-label="The dialogue as it was">
        <h2 className="compare-title">
          The dialogue <span className="panel-remark">· as it was</span>
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys */}
        <section className="conversation-rounds" tabIndex={0} aria-label="Its rounds">
          <ol>
            {rounds.map((round, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rounds do not move
              <li key={at} className={`said said-${round.role}`}>
                <span className="said-role small">{round.role}</span>
                {round.role === 'user' || shown ? (
                  <p className="utterance">{round.text}</p>
                ) : (
                  <p className="quiet">hidden</p>
                )}
              </li>
            ))}
          </ol>
        </section>
      </section>
      <ConversationHandle />
    </>
  );
}
