import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to an heir where the element in the box that had it is taken off the page, which would leave
 * it to nobody: keys would then be heard by no one, and Tab would begin anew at the top.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, heir: () => HTMLElement | null): void {
  const holder = useRef<EventTarget | null>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onFocusIn = (event: FocusEvent) => {
      holder.current = event.target;
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      // Whoever is still there a moment later gave the focus away on purpose.
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

  // After every rendering, since any of them may have taken it away.
  useEffect(() => {
    const held = holder.current;
    if (!(held instanceof Node) || held.isConnected) return;
    holder.current = null;
    if (document.activeElement === document.body) heir()?.focus({ preventScroll: true });
  });
}
