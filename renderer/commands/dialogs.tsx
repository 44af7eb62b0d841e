import { type ComponentType, isValidElement, type ReactElement } from 'react';
import { create } from 'zustand';

/** The dialog that is open; there is at most one of these at a time. */
export const useDialogs = create<{ readonly open: ReactElement | null }>(() => ({ open: null }));

/** Opens a dialog in place of the one that is open; `onClose` is given to it. */
export function openDialog<Props extends object>(
  Dialog: ComponentType<NoInfer<Props> & { readonly onClose: () => void }>,
  props: Props,
): void {
  useDialogs.setState({ open: <Dialog {...props} onClose={closeDialog} /> });
}

/** What a dialog was opened with, if it is the one that is open. */
export function openProps<Props>(Dialog: ComponentType<Props>): Props | null {
  const { open } = useDialogs.getState();
  return open?.type === Dialog && isValidElement<Props>(open) ? open.props : null;
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}

/** Where the open dialog stands on the page. */
export function OpenDialog() {
  return useDialogs((state) => state.open);
}
