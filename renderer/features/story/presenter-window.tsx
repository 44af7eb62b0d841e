import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/inputs/button.tsx';
import { Clock, PointedSlide, type PointerPosition, SlideImage } from './slide.tsx';
import type { Slide } from './story-html.ts';

/** The name of the window. The desktop app lets pages open no other empty window. */
const NAME = 'dialogram-notes';

/** Opens an empty window; null if the browser blocks it. Call it during a key press or click. */
export const openPresenterWindow = (): Window | null =>
  window.open('about:blank', NAME, 'popup,width=960,height=640');

interface PresenterProps {
  readonly slides: readonly Slide[];
  readonly at: number;
  /** Start of the presentation, in ms. */
  readonly begun: number;
  readonly onKey: (key: string) => boolean;
  readonly onPoint: (pointed: PointerPosition | null) => void;
}

type PresenterWindowProps = PresenterProps & { readonly beside: Window; readonly onClosed: () => void };

export function PresenterWindow({ beside, onClosed, ...props }: PresenterWindowProps) {
  const [room, setRoom] = useState<HTMLElement | null>(null);
  const latest = useRef({ onKey: props.onKey, onClosed });
  latest.current = { onKey: props.onKey, onClosed };
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(closing.current);
    const made = furnish(beside.document);
    setRoom(made);
    const press = (event: KeyboardEvent): void => {
      const isPress = event.key === ' ' && event.target !== beside.document.body;
      if (!isPress && latest.current.onKey(event.key)) event.preventDefault();
    };
    const closed = (): void => latest.current.onClosed();
    const close = (): void => beside.close();
    beside.addEventListener('keydown', press);
    beside.addEventListener('pagehide', closed);
    window.addEventListener('pagehide', close);
    return () => {
      beside.removeEventListener('keydown', press);
      beside.removeEventListener('pagehide', closed);
      window.removeEventListener('pagehide', close);
      // In development, React runs each effect twice.
      closing.current = setTimeout(close);
    };
  }, [beside]);
  return room && createPortal(<PresenterView {...props} />, room);
}

function furnish(page: Document): HTMLElement {
  page.title = 'Notes: Dialogram';
  page.documentElement.lang = 'en';
  Object.assign(page.documentElement.dataset, document.documentElement.dataset);
  for (const sheet of document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')) {
    const copy = page.importNode(sheet, true);
    if (sheet instanceof HTMLLinkElement) copy.setAttribute('href', sheet.href);
    page.head.append(copy);
  }
  const room = page.createElement('main');
  room.className = 'presenter';
  page.body.replaceChildren(room);
  return room;
}

function PresenterView({ slides, at, begun, onKey, onPoint }: PresenterProps) {
  const [slide, next] = [slides[at], slides[at + 1]];
  const [own, setOwn] = useState<PointerPosition | null>(null);
  const point = (pointed: PointerPosition | null): void => {
    setOwn(pointed);
    onPoint(pointed);
  };
  return (
    <>
      <section aria-label="Current slide">
        <PointedSlide slide={slide} pointed={own} onPoint={point} isBare />
      </section>
      <aside className="stack-3 presenter-next" aria-label="Next">
        <Clock begun={begun} />
        <p className="quiet small">{next ? `Next: ${next.title}` : 'Last slide'}</p>
        {next && <SlideImage svg={next.svg} alt={next.title} />}
        <div className="row-2">
          <Button disabled={at === 0} onClick={() => onKey('ArrowLeft')}>
            Previous slide
          </Button>
          <Button kind="primary" disabled={!next} onClick={() => onKey('ArrowRight')}>
            Next slide
          </Button>
        </div>
      </aside>
      <section className="presenter-notes span-all scrolls pre-wrap" aria-label="Notes">
        <h1 className="large">
          {at + 1} / {slides.length} · {slide?.title}
        </h1>
        <p>{slide?.note || 'No notes for this slide.'}</p>
      </section>
    </>
  );
}
