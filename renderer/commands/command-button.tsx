import type { ComponentProps } from 'react';
import { Button } from '../ui/inputs/button.tsx';
import type { MenuEntry } from '../ui/overlays/menu.tsx';
import { KeyCap } from '../ui/text/icon.tsx';
import type { Command } from './commands.ts';
import { runCommand, useKeyHint, useKeyText } from './use-command.ts';

interface CommandButtonProps extends ComponentProps<typeof Button> {
  readonly command: Command;
}

/** A button that runs a command. Its tooltip names the command and its keys; without other content, it shows the title. */
export function CommandButton({ command, children = command.title, ...rest }: CommandButtonProps) {
  const withKeys = useKeyHint();
  return (
    <Button title={withKeys(command)} onClick={() => runCommand(command)} {...rest}>
      {children}
    </Button>
  );
}

interface KeyButtonProps extends ComponentProps<'button'> {
  readonly command: Command | undefined;
  /** True if the key is behind the content, not before it. */
  readonly keyLast?: boolean;
}

/** A button that shows the key of its command. The focus stays where it was, such as on the turn to decide on. */
export function KeyButton({
  command,
  keyLast = false,
  className = 'button',
  onClick,
  children,
  ...rest
}: KeyButtonProps) {
  const keyText = useKeyText();
  const key = command ? keyText(command) : null;
  return (
    <button
      type="button"
      className={className}
      aria-keyshortcuts={key ?? undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick ?? (command && (() => runCommand(command)))}
      {...rest}
    >
      {!keyLast && <KeyCap text={key} />}
      {children}
      {keyLast && <KeyCap text={key} />}
    </button>
  );
}

type OwnEntry = Partial<Extract<MenuEntry, { readonly label: string; readonly onSelect: unknown }>>;

/** Returns a function that makes a command's entry in a menu, with its keys at the side. */
export function useCommandEntry(): (command: Command, own?: OwnEntry) => MenuEntry {
  const keyText = useKeyText();
  return (command, own) => ({
    label: command.title,
    side: keyText(command) ?? undefined,
    onSelect: () => runCommand(command),
    ...own,
  });
}
