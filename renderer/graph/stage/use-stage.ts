import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { LaidOut } from '../layout/use-layout.ts';
import { createStage, type Stage } from './stage.ts';

export type StageHandle = Pick<
  Stage,
  'zoomBy' | 'fitAll' | 'goHome' | 'centre' | 'keepView' | 'bringAllIntoView'
>;

/**
 * Creates a stage inside an element. Nothing else may change the content of this element.
 * `onScale` gets the scale in percent; `holds` returns true if the pointer at this position moves a state.
 */
export function useStage(
  laidOut: LaidOut,
  onScale: (percent: number) => void,
  handle: Ref<StageHandle>,
  holds: (clientX: number, clientY: number) => boolean,
): {
  readonly host: RefObject<HTMLDivElement | null>;
  /** Moves with the picture; its content uses the picture's px. */
  readonly over: RefObject<HTMLDivElement | null>;
  readonly stage: RefObject<Stage | null>;
} {
  const host = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const drawn = useRef<LaidOut | null>(null);
  const report = useRef(onScale);
  report.current = onScale;
  const held = useRef(holds);
  held.current = holds;

  useEffect(() => {
    if (!host.current) return;
    const created = createStage(host.current, {
      onView: (view) => {
        if (over.current)
          over.current.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.k})`;
        report.current(Math.round(view.k * 100));
      },
      holds: (clientX, clientY) => held.current(clientX, clientY),
    });
    stage.current = created;
    drawn.current = null;
    const observer = new ResizeObserver(() => created.refresh());
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      created.destroy();
      stage.current = null;
    };
  }, []);
  useThemeChange(() => stage.current?.refresh());

  useEffect(() => {
    const before = drawn.current;
    const another = before !== null && before.graph.summary.id !== laidOut.graph.summary.id;
    // Figures alone do not move the picture.
    const tidied = laidOut.tidied && before?.layout.grid !== laidOut.layout.grid;
    const isRedrawn = tidied || laidOut.layout.scene.isSmall;
    const isCut = before === null || (another && !laidOut.layout.scene.isSmall);
    const motion = isCut ? 'none' : isRedrawn ? 'move' : 'fade';
    drawn.current = laidOut;
    stage.current?.show(laidOut.layout.scene, motion, another);
    if (before !== null && tidied) stage.current?.fitAll();
  }, [laidOut]);

  useImperativeHandle(
    handle,
    () => ({
      zoomBy: (direction) => stage.current?.zoomBy(direction),
      fitAll: () => stage.current?.fitAll(),
      goHome: (animate) => stage.current?.goHome(animate),
      centre: (state) => stage.current?.centre(state),
      keepView: () => stage.current?.keepView(),
      bringAllIntoView: (states, readable) => stage.current?.bringAllIntoView(states, readable),
    }),
    [],
  );
  return { host, over, stage };
}

function useThemeChange(onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const call = (): void => latest.current();
    const observer = new MutationObserver(call);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme', 'class', 'style'],
    });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', call);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', call);
    };
  }, []);
}
