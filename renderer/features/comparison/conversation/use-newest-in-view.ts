import { type RefObject, useEffect } from 'react';

/** How near the end still counts as the end, in px. */
const NEAR = 4;

/**
 * Shows the end of what scrolls: with each `key` anew, and where its box changes its height while the end is in view.
 * @param key names what is on show
 */
export function useNewestInView(box: RefObject<HTMLElement | null>, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each key anew
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    let atEnd = true;
    let height = element.clientHeight;
    const onScroll = () => {
      // A box that shrinks is scrolled by nobody.
      if (element.clientHeight !== height) return;
      atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    const resized = new ResizeObserver(() => {
      height = element.clientHeight;
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [box, key]);
}
