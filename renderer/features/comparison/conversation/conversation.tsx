import { type RefObject, useEffect, useRef } from 'react';
import type { Comparison } from '#shared/contract/comparison.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { taggerName } from '../../../project/describe.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Divider } from '../../../ui/panes/split.tsx';
import { changeLooks, useCompare } from '../compare-state.ts';

/** Distance from the end, in px, that still counts as the end. */
const NEAR = 4;

/** Scrolls to the end when `key`, which identifies the content, changes, and on growth while the end is visible. */
export function useNewestInView(box: RefObject<HTMLElement | null>, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each key
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    let atEnd = true;
    let height = element.clientHeight;
    const onScroll = () => {
      // A change of height also fires a scroll event, which no person caused.
      if (element.clientHeight !== height) return;
      atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    const resized = new ResizeObserver(() => {
      height = element.clientHeight;
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [box, key]);
}

const NARROWEST = 200;
const WIDEST = 560;

export function Conversation({ result }: { readonly result: Comparison }) {
  const width = useCompare((state) => state.conversationWidth);
  const turns = useRef<HTMLElement>(null);
  const at = `${result.dialogue} ${result.turn}`;
  useNewestInView(turns, at);

  return (
    <>
      <section className="conversation" style={{ width }} aria-label="Dialogue so far">
        <h2 className="rigid pad-1-3 pad-top-2">
          So far <span className="panel-remark">· tagged by: {taggerName(result.tagger)}</span>
        </h2>
        <Focusable
          as="section"
          ref={turns}
          className="conversation-turns focus-inside"
          aria-label="Turns so far"
        >
          <ol>
            {result.history.map((turn) => (
              <li key={turn.turn} className={`said of-${turn.role}`}>
                <span className="quiet small">{ROLE_NAMES[turn.role]}</span>
                <p className="utterance">{turn.text}</p>
                <Tags tags={turn.tags} />
              </li>
            ))}
          </ol>
        </Focusable>
        <Truth result={result} />
      </section>
      <ConversationHandle />
    </>
  );
}

export function ConversationHandle() {
  const width = useCompare((state) => state.conversationWidth);
  return (
    <Divider
      label="Width of the dialogue"
      size={width}
      of="before"
      least={NARROWEST}
      most={WIDEST}
      onChange={(conversationWidth) => changeLooks({ conversationWidth })}
    />
  );
}

function Truth({ result: { truth } }: { readonly result: Comparison }) {
  const shown = useCompare((state) => state.truthShown);
  return (
    <Focusable as="section" className="truth rigid accent-soft scrolls" aria-label="True answer">
      <h2 className="rigid pad-1-3 pad-top-2">True answer</h2>
      {shown ? (
        <div className="stack gap-half aside-3 below-3">
          <p className="utterance">{truth.text}</p>
          <Tags tags={truth.tags} />
          <Acts acts={truth.acts} />
        </div>
      ) : (
        <p className="quiet pad-0-3 pad-bottom-3">
          The true answer and the measures are hidden.{' '}
          <Button small onClick={() => changeLooks({ truthShown: true })}>
            Show
          </Button>
        </p>
      )}
    </Focusable>
  );
}

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="said-tags wrap flex quiet small breaks gap-0-2" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>#{tag}</li>
      ))}
    </ul>
  );
}

export function Acts({ acts }: { readonly acts: readonly string[] | null }) {
  if (acts === null) return null;
  return (
    <p className="acts small breaks">
      <span className="quiet">Acts: </span>
      {acts.length > 0 ? acts.join(', ') : 'none'}
    </p>
  );
}
