import { type ReactNode, useState } from 'react';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import './lasting-runs.css';

export function Messages({
  of,
}: {
  readonly of: readonly { readonly role: string; readonly content: string }[];
}) {
  return (
    <InPlace of={of}>
      {({ role, content }) => (
        <Focusable as="pre" className="run-prompt">
          {role}: {content}
        </Focusable>
      )}
    </InPlace>
  );
}

/** Shows a request as it would be sent with the current settings. Built when it is opened. */
export function RequestPreview<Settings>({
  title,
  settings,
  children,
}: {
  readonly title: string;
  /** Null until the form is valid. */
  readonly settings: Settings | null;
  readonly children: (settings: Settings) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className="prompt-editor" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && (settings ? children(settings) : <p className="quiet">Fill in the fields above first.</p>)}
    </details>
  );
}
