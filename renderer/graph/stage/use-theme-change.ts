import { useEffect, useRef } from 'react';

/** Calls back when the page's colours may have changed: the theme of :root, or the system's. */
export function useThemeChange(onChange: () => void): void {
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
