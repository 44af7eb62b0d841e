import { type RefObject, useEffect } from 'react';

/**
 * Takes the focus once, as a page opens, where nobody has it, such as after the dialog that opened the page: keys then
 * go on from there, and not from the top of the window. The element needs `tabIndex={-1}`.
 */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After a closing dialog has given the focus back to whoever had it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [element]);
}
