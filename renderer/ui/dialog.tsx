import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';

/** Where typing begins: the first field of the body, else the main button, rather than the close button. */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select):not(:disabled)') ??
    dialog.querySelector<HTMLElement>('.button-primary:not(:disabled)')
  );
}

/**
 * A modal dialog on the native element, which keeps the focus inside and gives it back at the end.
 * Esc and the close button ask for `onClose`; the owner takes the dialog off the page.
 */
export function Dialog({
  title,
  width,
  onClose,
  foot,
  children,
}: {
  readonly title: string;
  readonly width?: 'narrow' | 'wide';
  readonly onClose: () => void;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    firstControl(dialog)?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={`dialog ${width ? `dialog-${width}` : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {foot && <footer className="dialog-foot">{foot}</footer>}
    </dialog>
  );
}

/** Asks before something that cannot be taken back easily. */
export function ConfirmDialog({
  title,
  verb,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button button-primary" onClick={onConfirm}>
            {verb}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
