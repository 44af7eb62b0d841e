import { useEffect, useMemo, useState } from 'react';
import type { Slide } from './story-html.ts';

/** The position of the pointer, as shares of the slide's width and height. */
export interface PointerPosition {
  readonly x: number;
  readonly y: number;
}

export function SlideImage({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  const address = useMemo(() => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), [svg]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img className="story-slide wide block tall" src={address} alt={alt} draggable={false} />;
}

interface PointedSlideProps {
  readonly slide: Slide | undefined;
  readonly pointed: PointerPosition | null;
  /** Called with the mouse position; null when it leaves. */
  readonly onPoint?: (pointed: PointerPosition | null) => void;
  /** True if the dot replaces the mouse cursor. */
  readonly isBare?: boolean;
}

/** Shows a slide with the presenter's pointer as a dot. */
export function PointedSlide({ slide, pointed, onPoint, isBare = false }: PointedSlideProps) {
  return (
    <div
      className={isBare ? 'story-box is-bare' : 'story-box'}
      onPointerMove={
        onPoint &&
        (({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          onPoint({ x: (clientX - left) / width, y: (clientY - top) / height });
        })
      }
      onPointerLeave={onPoint && (() => onPoint(null))}
    >
      <SlideImage svg={slide?.svg ?? ''} alt={slide?.title ?? ''} />
      {pointed && (
        <span
          className="story-laser circle floats no-pointer"
          aria-hidden="true"
          style={{ left: `${100 * pointed.x}%`, top: `${100 * pointed.y}%` }}
        />
      )}
    </div>
  );
}

export function Clock({ begun }: { readonly begun: number }) {
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - begun) / 1000));
  return (
    <p className="story-clock">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  );
}
