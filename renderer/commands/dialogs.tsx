import { type ComponentType, isValidElement, type ReactElement } from 'react';
import { create } from 'zustand';

export const useDialogs = create<{ readonly open: ReactElement | null }>(() => ({ open: null }));

export function openDialog<Props extends object>(
  Dialog: ComponentType<NoInfer<Props> & { readonly onClose: () => void }>,
  props: Props,
): void {
  useDialogs.setState({ open: <Dialog {...props} onClose={closeDialog} /> });
}

/** Returns the props of a dialog if it is the open one, else null. */
export function openProps<Props>(Dialog: ComponentType<Props>): Props | null {
  const { open } = useDialogs.getState();
  return open?.type === Dialog && isValidElement<Props>(open) ? open.props : null;
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}

export function OpenDialog() {
  return useDialogs((state) => state.open);
}
