import { type ComponentProps, useEffect, useRef } from 'react';
import { create } from 'zustand';

const useOpenModals = create<{ readonly list: readonly HTMLDialogElement[] }>(() => ({ list: [] }));

/** Returns the topmost modal, outside of which nothing can be used; null if there is none. */
export const useTopModal = (): HTMLDialogElement | null => useOpenModals(({ list }) => list.at(-1) ?? null);

/**
 * A native modal dialog, which traps the focus and restores it at the end. Esc calls `onClose`, and with
 * `closedby="any"` so does a click beside it; the owner then removes the dialog.
 * @param firstControl returns the element to focus first; by default the browser decides
 */
export function Modal({
  onClose,
  firstControl,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'ref' | 'onClose' | 'onCancel'> & {
  readonly onClose: () => void;
  readonly firstControl?: (dialog: HTMLElement) => HTMLElement | null;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const first = useRef(firstControl);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    first.current?.(dialog)?.focus();
    useOpenModals.setState(({ list }) => ({ list: [...list, dialog] }));
    return () => {
      useOpenModals.setState(({ list }) => ({ list: list.filter((other) => other !== dialog) }));
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      onCancel={(event) => {
        // Ignore the event of a dialog or file picker inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      {...rest}
    />
  );
}
