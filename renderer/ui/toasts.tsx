import { create } from 'zustand';
import { IconButton } from './button.tsx';
import { Notice, type NoticeKind } from './notice.tsx';
import { isCancelled, readable } from './readable-error.ts';

interface Toast {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
}

interface Toasts {
  readonly list: readonly Toast[];
  show(kind: NoticeKind, text: string): void;
  dismiss(id: number): void;
}

const STAY_MS = 6000;
const MOST = 3;
let lastId = 0;

const useToasts = create<Toasts>((set, get) => ({
  list: [],
  show(kind, text) {
    const id = ++lastId;
    set({ list: [...get().list.filter((toast) => toast.text !== text), { id, kind, text }].slice(-MOST) });
    // What went wrong stays until it is read.
    if (kind !== 'error') setTimeout(() => get().dismiss(id), STAY_MS);
  },
  dismiss: (id) => set({ list: get().list.filter((toast) => toast.id !== id) }),
}));

/** Tells of something that has happened, in a corner, without asking for anything. */
export function tell(text: string, kind: NoticeKind = 'done'): void {
  useToasts.getState().show(kind, text);
}

/** Tells of something that went wrong; a cancelled action is not told. */
export function tellError(error: unknown): void {
  if (isCancelled(error)) return;
  const { message, place, value, nextStep } = readable(error);
  const where = [place, value].filter((part) => part && !message.includes(part)).join(', ');
  tell([message, where && `(${where})`, nextStep].filter(Boolean).join(' '), 'error');
}

/** The place on the page where `tell` speaks. */
export function ToastRegion() {
  const { list, dismiss } = useToasts();
  return (
    <section className="toasts" aria-label="Notices" aria-live="polite">
      {list.map((toast) => (
        <Notice
          key={toast.id}
          kind={toast.kind}
          actions={<IconButton icon="close" label="Dismiss" small onClick={() => dismiss(toast.id)} />}
        >
          {toast.text}
        </Notice>
      ))}
    </section>
  );
}
