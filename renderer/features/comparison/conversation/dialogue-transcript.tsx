import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
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
        <Focusable as="section" className="conversation-rounds" aria-label="Its rounds">
          <ol>
            <InPlace of={rounds}>
              {(round) => (
                <li className={`said said-${round.role}`}>
                  <span className="said-role small">{round.role}</span>
                  {round.role === 'user' || shown ? (
                    <p className="utterance">{round.text}</p>
                  ) : (
                    <p className="quiet">hidden</p>
                  )}
                </li>
              )}
            </InPlace>
          </ol>
        </Focusable>
      </section>
      <ConversationHandle />
    </>
  );
}
