import { type RefObject, useEffect, useRef } from 'react';

export const takeFocus = (field: HTMLElement | null): void => field?.focus();

/** Focuses the heir when the focused element is removed. Otherwise Tab would start at the top of the page. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, heir: () => HTMLElement | null): void {
  const holder = useRef<EventTarget | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onFocusIn = (event: FocusEvent) => {
      holder.current = event.target;
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      // An element that still exists a moment later lost the focus on purpose.
      requestAnimationFrame(() => {
        if (target instanceof Node && target.isConnected && target !== document.activeElement) {
          if (holder.current === target) holder.current = null;
        }
      });
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [box]);

  // After every render, because any of them may have removed the element.
  useEffect(() => {
    const held = holder.current;
    if (!(held instanceof Node) || held.isConnected) return;
    holder.current = null;
    if (document.activeElement === document.body) heir()?.focus({ preventScroll: true });
  });
}

/** Focuses the element if nothing else has the focus, so that keys work. It needs `tabIndex={-1}`. */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After a closing dialog has restored the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [element]);
}
