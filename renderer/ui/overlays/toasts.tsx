import { type MutationFunction, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { IconButton } from '../inputs/button.tsx';
import { ErrorNotice, Notice, type NoticeKind } from '../state/notice.tsx';
import { isCancelled, readable } from '../text/readable-error.ts';
import { useTopModal } from './dialog.tsx';

type Toast = { readonly id: number; readonly about?: string } & (
  | { readonly kind: Exclude<NoticeKind, 'error'>; readonly text: string }
  | { readonly kind: 'error'; readonly text: string; readonly error: unknown }
);

type NewToast = Toast extends infer Each ? (Each extends Toast ? Omit<Each, 'id'> : never) : never;

interface Toasts {
  readonly list: readonly Toast[];
  show(toast: NewToast): void;
  dismiss(id: number): void;
}

const STAY_MS = 5000;
const MOST = 3;
let lastId = 0;

const useToasts = create<Toasts>((set, get) => ({
  list: [],
  show(toast) {
    const id = ++lastId;
    const isOld = (other: Toast) =>
      other.text === toast.text || (toast.about !== undefined && other.about === toast.about);
    const others = get().list.filter((other) => !isOld(other));
    set({ list: [...others, { ...toast, id }].slice(-MOST) });
    // An error stays until it is read.
    if (toast.kind !== 'error') setTimeout(() => get().dismiss(id), STAY_MS);
  },
  dismiss: (id) => set({ list: get().list.filter((toast) => toast.id !== id) }),
}));

export function tell(text: string, kind: Exclude<NoticeKind, 'error'> = 'done', about?: string): void {
  useToasts.getState().show({ kind, text, about });
}

export function tellEdit(
  edit: { readonly description: string } | null,
  unchanged = 'Nothing to change.',
): void {
  tell(edit ? `Done: ${edit.description}. You can undo this.` : unchanged);
}

export function tellError(error: unknown): void {
  if (isCancelled(error)) return;
  useToasts.getState().show({ kind: 'error', text: readable(error).message, error });
}

export const useAction = <Data, Variables = void>(
  change: MutationFunction<Data, Variables>,
  more: Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn' | 'onError'> = {},
) => useMutation({ mutationFn: change, onError: tellError, ...more });

/** Shows the notices inside an open modal if there is one, because the rest of the page is inert. */
export function ToastRegion() {
  const { list, dismiss } = useToasts();
  const modal = useTopModal();
  const region = (
    <section className="stack-2 toasts fixed no-pointer" aria-label="Notices" aria-live="polite">
      {list.map((toast) => (
        <ToastNotice key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </section>
  );
  return modal ? createPortal(region, modal) : region;
}

function ToastNotice({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) {
  const close = <IconButton icon="close" label="Dismiss" small onClick={onDismiss} />;
  if (toast.kind === 'error') return <ErrorNotice error={toast.error} actions={close} />;
  return (
    <Notice kind={toast.kind} actions={close}>
      {toast.text}
    </Notice>
  );
}
