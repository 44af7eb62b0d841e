import { useKeyText } from '../../../commands/command-keys.ts';
import type { Command } from '../../../commands/commands.ts';
import { runCommand } from '../../../commands/use-command.ts';
import { editCommands } from '../../../project/commands.ts';
import { KeyCap } from '../../../ui/text/key-cap.tsx';
import { reviewCommands } from '../commands.ts';

const ACTIONS: readonly { readonly command: Command; readonly label: string; readonly primary?: boolean }[] =
  [
    { command: reviewCommands.accept, label: 'Accept', primary: true },
    { command: reviewCommands.reject, label: 'Reject all' },
    { command: reviewCommands.skip, label: 'Skip' },
    { command: reviewCommands.flag, label: 'Flag…' },
    { command: reviewCommands.previous, label: 'Back' },
    { command: editCommands.undo, label: 'Undo' },
  ];

/** What can be done with the round, each with its key. Stands still at the foot of the view. */
export function ActionBar() {
  const keyText = useKeyText();
  return (
    <div className="review-actions" role="toolbar" aria-label="Decide on the round">
      {ACTIONS.map(({ command, label, primary }) => {
        const key = keyText(command);
        return (
          <button
            key={command.id}
            type="button"
            className={`button ${primary ? 'button-primary' : ''}`}
            aria-keyshortcuts={key ?? undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => runCommand(command)}
          >
            {label}
            <KeyCap text={key} />
          </button>
        );
      })}
    </div>
  );
}
