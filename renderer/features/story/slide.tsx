import { useEffect, useMemo, useState } from 'react';
import type { Slide } from './story-html.ts';

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
  readonly onPoint?: (pointed: PointerPosition | null) => void;
  readonly isBare?: boolean;
}

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
    <p className="story-clock large">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  );
}
