import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placeNear } from './place-near.ts';
import './hint-card.css';

const QUIET_MS = 350;

/** Hides the open card. Only one is open at a time: that of the pointer or that of the focus. */
let hideOpen = (): void => undefined;

/**
 * Shows a card about a control while it has keyboard focus or the pointer rests on it; Esc hides the card.
 * The control is the first child that `children` returns.
 */
export function HintCard({
  card,
  children,
}: {
  /** Called when the card is shown, so that nothing is fetched before. */
  readonly card: () => ReactNode;
  readonly children: (describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const hint = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const show = (ms: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // Someone typing elsewhere is not looking at a control where the pointer was left.
      const typed = document.activeElement?.closest('input, textarea');
      if (typed && !box.current?.contains(typed)) return;
      hideOpen();
      hideOpen = hide;
      setOpen(true);
    }, ms);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const element = hint.current;
    const control = box.current?.firstElementChild;
    if (!open || !element || !(control instanceof HTMLElement)) return;
    element.showPopover();
    const place = () => placeNear(element, control);
    place();
    // The content is loaded a moment later.
    const sized = new ResizeObserver(place);
    sized.observe(element);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      sized.disconnect();
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to events of the control inside
    <span
      ref={box}
      className="hinted"
      onPointerEnter={() => show(QUIET_MS)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children(open ? id : undefined)}
      {open && (
        <div ref={hint} id={id} popover="manual" role="tooltip" className="hint-card">
          {card()}
        </div>
      )}
    </span>
  );
}
