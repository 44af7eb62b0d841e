import {
  type ComponentProps,
  type ComponentType,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { create } from 'zustand';
import { Button, IconButton } from '../inputs/button.tsx';
import { TextField } from '../inputs/field.tsx';
import { ErrorBoundary } from '../state/notice.tsx';
import './dialog.css';

/** The open dialogs, the topmost last. */
const useDialogs = create<readonly ReactElement[]>(() => []);

/** Opens a dialog in place of the open ones. */
export function openDialog<Props extends object>(Content: ComponentType<NoInfer<Props>>, props: Props): void {
  useDialogs.setState([<Content key="dialog" {...props} />], true);
}

/** Opens a dialog on top of the open ones, which closing it leads back to. Its props stay as they are now. */
export function openOnTop<Props extends object>(Content: ComponentType<NoInfer<Props>>, props: Props): void {
  useDialogs.setState((open) => [...open, <Content key={`on top of ${open.length}`} {...props} />], true);
}

export const isDialogOpen = (): boolean => useDialogs.getState().length > 0;

/** Returns the props of a dialog if it is the topmost one, else null. */
export function openProps<Props>(Content: ComponentType<Props>): Props | null {
  const open = useDialogs.getState().at(-1);
  return open?.type === Content && isValidElement<Props>(open) ? open.props : null;
}

/** Closes the topmost dialog. */
export function closeDialog(): void {
  useDialogs.setState((open) => open.slice(0, -1), true);
}

export function OpenDialogs() {
  return useDialogs().map((dialog) => (
    <ErrorBoundary key={dialog.key} what="The dialog">
      {dialog}
    </ErrorBoundary>
  ));
}

const useOpenModals = create<{ readonly list: readonly HTMLDialogElement[] }>(() => ({ list: [] }));

/** Returns the topmost modal dialog, which blocks everything else; null if there is none. */
export const useTopModal = (): HTMLDialogElement | null => useOpenModals(({ list }) => list.at(-1) ?? null);

type ModalProps = Omit<ComponentProps<'dialog'>, 'ref' | 'onClose' | 'onCancel'> & {
  readonly onClose: () => void;
  readonly firstControl?: (dialog: HTMLElement) => HTMLElement | null;
};

/**
 * Shows a native dialog, which traps and restores the focus. Its owner removes it on `onClose`.
 * `firstControl` returns the element to focus first.
 */
export function Modal({ onClose, firstControl, ...rest }: ModalProps) {
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

/** Returns the control to focus first: the one the body marks, or its first field, or the main button. */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-comes-first] :is(input, button):not(:disabled)') ??
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)') ??
    dialog.querySelector<HTMLElement>('.button-primary:not(:disabled)')
  );
}

interface MainButton
  extends Pick<ComponentProps<typeof Button>, 'kind' | 'form' | 'disabled' | 'pending' | 'does' | 'onClick'> {
  readonly label: string;
}

interface DialogProps {
  readonly title: string;
  readonly width?: 'narrow' | 'wide' | 'widest';
  /** Needed only for a dialog that its parent shows; by default, closes the dialog opened by `openDialog`. */
  readonly onClose?: () => void;
  readonly main?: MainButton;
  readonly cancel?: 'Cancel' | 'Close';
  /** Content at the start of the footer. Without a main button, it is the whole footer. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a native dialog, which traps and restores the focus. */
export function Dialog({
  title,
  width,
  onClose = closeDialog,
  main,
  cancel = 'Cancel',
  foot,
  children,
}: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      className={`dialog ${width ? `dialog-${width}` : ''}`}
      aria-labelledby={titleId}
      firstControl={firstControl}
      onClose={onClose}
    >
      <header className="row-2 dialog-head line-below">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="stack-4 dialog-body scroll pad-4">{children}</div>
      {(foot || main) && (
        <footer className="row-2 dialog-foot line-above at-end pad-3-4">
          {foot}
          {main && <Button onClick={onClose}>{cancel}</Button>}
          {main && <MainButton {...main} />}
        </footer>
      )}
    </Modal>
  );
}

const MainButton = ({ label, ...button }: MainButton) => (
  <Button kind="primary" type={button.form ? 'submit' : 'button'} {...button}>
    {label}
  </Button>
);

interface ConfirmDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly danger?: boolean;
  readonly typed?: string | null;
  readonly onConfirm: () => void;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation on top of the open dialogs, then closes the question and calls `onConfirm`. */
export const askToConfirm = ({ onConfirm, ...question }: ConfirmDialogProps): void =>
  openOnTop(ConfirmDialog, {
    ...question,
    onConfirm: () => {
      closeDialog();
      onConfirm();
    },
  });

/**
 * Asks for confirmation. The button is disabled until the text `typed` is typed; null means that it is not known yet.
 */
export function ConfirmDialog({
  title,
  verb,
  danger = false,
  typed,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The text may become known after the dialog has set the focus.
  useEffect(() => {
    if (typed != null) field.current?.focus();
  }, [typed]);
  const agreed = typed === undefined || (typed !== null && text.trim() === typed);
  return (
    <Dialog
      title={title}
      {...(onClose && { onClose })}
      main={{ label: verb, kind: danger ? 'danger' : 'primary', disabled: !agreed, onClick: onConfirm }}
    >
      {children}
      {typed != null && (
        <TextField
          label={`Type “${typed}” to confirm`}
          ref={field}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && agreed) onConfirm();
          }}
        />
      )}
    </Dialog>
  );
}
