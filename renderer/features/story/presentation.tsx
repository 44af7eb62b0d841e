import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../ui/inputs/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import type { Slide } from './story-html.ts';

/** How far each key goes; infinite is the first or the last step. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The steps one by one over the whole screen; `N` shows what is to be said, and how long one speaks. */
export function Presentation({
  slides,
  onClose,
}: {
  readonly slides: readonly Slide[];
  readonly onClose: () => void;
}) {
  const [at, setAt] = useState(0);
  const [noted, setNoted] = useState(false);
  const screen = useRef<HTMLElement>(null);
  const slide = slides[at];
  const go = (by: number): void => setAt((now) => Math.max(0, Math.min(slides.length - 1, now + by)));

  useEffect(() => {
    // A browser may refuse; the dialog fills its window then.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);

  return (
    <Modal
      className="story-screen"
      aria-label="Presentation"
      onClose={onClose}
      firstControl={() => screen.current}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const by = STEPS[event.key];
        const isPress = event.key === ' ' && event.target instanceof HTMLButtonElement;
        if (by !== undefined && !isPress) go(by);
        else if (event.key.toLowerCase() === 'n') setNoted(!noted);
        else return;
        event.preventDefault();
      }}
    >
      <Focusable
        as="div"
        ref={screen}
        className="story-frame"
        role="application"
        aria-label={`Step ${at + 1} of ${slides.length}: ${slide?.title ?? ''}`}
      >
        <SlideImage key={at} svg={slide?.svg ?? ''} alt={slide?.title ?? ''} />
      </Focusable>
      {noted && (
        <aside className="story-notes" aria-label="Notes">
          <Clock />
          <p>{slide?.note === '' ? 'Nothing is noted for this step.' : slide?.note}</p>
          <p className="quiet small">{slides[at + 1] ? `Next: ${slides[at + 1]?.title}` : 'The last step'}</p>
        </aside>
      )}
      <div className="row-2 story-keys" role="toolbar" aria-label="Steps">
        <IconButton icon="chevron-left" label="Step back" disabled={at === 0} onClick={() => go(-1)} />
        <output>
          {at + 1} / {slides.length}
        </output>
        <IconButton
          icon="chevron-right"
          label="Next step"
          disabled={at === slides.length - 1}
          onClick={() => go(1)}
        />
        <IconButton icon="comment" label="Notes" aria-pressed={noted} onClick={() => setNoted(!noted)} />
        <IconButton icon="close" label="End the presentation" onClick={onClose} />
      </div>
    </Modal>
  );
}

/** A slide as a picture. */
export function SlideImage({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  const address = useMemo(() => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), [svg]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img className="story-slide" src={address} alt={alt} />;
}

/** How long the notes are open: from the first minute of speaking. */
function Clock() {
  const [begun] = useState(() => Date.now());
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - begun) / 1000);
  return (
    <p className="story-clock">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  );
}
