import { type RefObject, useEffect } from 'react';

/**
 * Takes the focus once when a page opens, if no element has it, for example after a dialog closed. Keys then
 * work in the page and Tab does not start at the top of the window. The element needs `tabIndex={-1}`.
 */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After a closing dialog has restored the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [element]);
}
