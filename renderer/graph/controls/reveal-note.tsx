import type { ReactNode } from 'react';

interface RevealNoteProps {
  readonly action: string;
  readonly onAct: () => void;
  readonly children: ReactNode;
}

/** A fact about hidden states, with a button that changes it. */
export const RevealNote = ({ action, onAct, children }: RevealNoteProps) => (
  <span className="middle gap-2 inline-flex text-1">
    {children}
    <button type="button" className="button button-small" onClick={onAct}>
      {action}
    </button>
  </span>
);
