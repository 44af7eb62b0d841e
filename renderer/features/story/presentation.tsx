import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { closeDialog, Modal } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { openPresenterWindow, PresenterWindow } from './presenter-window.tsx';
import { Clock, PointedSlide, type PointerPosition } from './slide.tsx';
import type { Slide } from './story-html.ts';

/** Number of slides that each key moves forward or back; an infinite number moves to the last or first slide. */
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

// If the browser refuses, the dialog fills its window.
const fillScreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => undefined);

interface PresentationProps {
  readonly slides: readonly Slide[];
  readonly beside?: Window | null;
}

/**
 * Presents full screen. `N` shows notes and elapsed time, `W` does so in a separate window, `L` makes the mouse a
 * pointer.
 */
export function Presentation({ slides, beside: opened = null }: PresentationProps) {
  const [at, setAt] = useState(0);
  const [noted, setNoted] = useState(false);
  const [beside, setBeside] = useState(opened);
  const [points, setPoints] = useState(false);
  const [pointed, setPointed] = useState<PointerPosition | null>(null);
  const [begun] = useState(() => Date.now());
  const screen = useRef<HTMLElement>(null);
  const slide = slides[at];
  const go = (by: number): void => setAt((now) => Math.max(0, Math.min(slides.length - 1, now + by)));
  const openBeside = (): void => {
    const next = openPresenterWindow();
    if (next) setBeside(next);
    else {
      setNoted(true);
      tell('The second window was blocked, so the notes are here.');
    }
  };
  /** Returns true if the key did something. */
  const press = (key: string): boolean => {
    const by = STEPS[key];
    if (by !== undefined) go(by);
    else if (key.toLowerCase() === 'n') setNoted(!noted);
    else if (key.toLowerCase() === 'l') {
      setPoints(!points);
      setPointed(null);
    } else if (key.toLowerCase() === 'f') fillScreen();
    else if (key.toLowerCase() === 'w' && !beside) openBeside();
    else return false;
    return true;
  };

  useEffect(() => {
    if (!opened) fillScreen();
    return () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [opened]);

  return (
    <Modal
      className="story-screen"
      aria-label="Presentation"
      onClose={closeDialog}
      firstControl={() => screen.current}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isPress = event.key === ' ' && event.target instanceof HTMLButtonElement;
        if (!isPress && press(event.key)) event.preventDefault();
      }}
    >
      <Focusable
        as="div"
        ref={screen}
        className="story-frame wide grid tall"
        role="application"
        aria-label={`Slide ${at + 1} of ${slides.length}: ${slide?.title ?? ''}`}
      >
        <PointedSlide
          key={at}
          slide={slide}
          pointed={pointed}
          onPoint={points ? setPointed : undefined}
          isBare={points}
        />
      </Focusable>
      {noted && (
        <aside className="story-notes pad-3 rounded-large outline fixed fill-2 pre-wrap" aria-label="Notes">
          <Clock begun={begun} />
          <p>{slide?.note === '' ? 'No notes for this slide.' : slide?.note}</p>
          <p className="quiet small">{slides[at + 1] ? `Next: ${slides[at + 1]?.title}` : 'Last slide'}</p>
        </aside>
      )}
      <div className="row-2 story-keys pad-1-2 rounded-large fixed fill-2" role="toolbar" aria-label="Slides">
        <IconButton icon="chevron-left" label="Previous slide" disabled={at === 0} onClick={() => go(-1)} />
        <output>
          {at + 1} / {slides.length}
        </output>
        <IconButton
          icon="chevron-right"
          label="Next slide"
          disabled={at === slides.length - 1}
          onClick={() => go(1)}
        />
        <Button small aria-pressed={points} title="Use the mouse as a pointer (L)" onClick={() => press('l')}>
          Pointer
        </Button>
        <IconButton icon="comment" label="Notes" aria-pressed={noted} onClick={() => setNoted(!noted)} />
        {!beside && (
          <Button small title="Notes, clock and next slide (W)" onClick={openBeside}>
            Second window
          </Button>
        )}
        <IconButton icon="fit" label="Full screen (F)" onClick={fillScreen} />
        <IconButton icon="close" label="End the presentation" onClick={closeDialog} />
      </div>
      {beside && (
        <PresenterWindow
          beside={beside}
          slides={slides}
          at={at}
          begun={begun}
          onKey={press}
          onPoint={setPointed}
          onClosed={() => setBeside(null)}
        />
      )}
    </Modal>
  );
}
