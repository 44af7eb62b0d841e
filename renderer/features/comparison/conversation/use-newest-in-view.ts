import { type RefObject, useEffect } from 'react';

/** Distance from the end, in px, that still counts as the end. */
const NEAR = 4;

/**
 * Scrolls a box to its end: whenever `key` changes, and when its height changes while the end is in view.
 * @param key identifies the content
 */
export function useNewestInView(box: RefObject<HTMLElement | null>, key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each key
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    let atEnd = true;
    let height = element.clientHeight;
    const onScroll = () => {
      // A change of height also fires a scroll event, which no person caused.
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
