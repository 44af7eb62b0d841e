import type { ReactNode } from 'react';

/** The panel of a tab, which scrolls, also by keyboard. */
export function ScrolledPanel({
  id,
  tab,
  children,
}: {
  readonly id: string;
  readonly tab: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="tag-model-panel" tabIndex={0}>
      {children}
    </div>
  );
}
