import { type ComponentProps, useEffect, useRef } from 'react';
import { create } from 'zustand';

const useOpenModals = create<{ readonly list: readonly HTMLDialogElement[] }>(() => ({ list: [] }));

/** The modal above all others, outside which nothing can be used; null where there is none. */
export const useTopModal = (): HTMLDialogElement | null => useOpenModals(({ list }) => list.at(-1) ?? null);

/**
 * A native dialog over the page, which keeps the focus inside and gives it back at the end. Esc asks for `onClose`,
 * and with `closedby="any"` a click beside it; the owner takes it off the page.
 * @param firstControl where typing begins, if not at the browser's choice
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
        // Not that of a dialog or a file choice inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      {...rest}
    />
  );
}
