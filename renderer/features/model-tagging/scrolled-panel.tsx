import type { ReactNode } from 'react';
import { Focusable } from '../../ui/panes/focusable.tsx';

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
    <Focusable
      as="div"
      id={id}
      role="tabpanel"
      aria-labelledby={`${id}-${tab}`}
      className="stack-3 tag-model-panel"
    >
      {children}
    </Focusable>
  );
}
