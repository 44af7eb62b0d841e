import { useKeyText } from '../../../commands/command-keys.ts';
import type { CommandId } from '../../../commands/commands.ts';
import { runCommand } from '../../../commands/use-command.ts';
import { KeyCap } from '../../../ui/text/key-cap.tsx';

const ACTIONS: readonly { readonly id: CommandId; readonly label: string; readonly primary?: boolean }[] = [
  { id: 'review.accept', label: 'Accept', primary: true },
  { id: 'review.reject', label: 'Reject all' },
  { id: 'review.skip', label: 'Skip' },
  { id: 'review.flag', label: 'Flag…' },
  { id: 'review.previous', label: 'Back' },
  { id: 'edit.undo', label: 'Undo' },
];

/** What can be done with the round, each with its key. Stands still at the foot of the view. */
export function ActionBar() {
  const keyText = useKeyText();
  return (
    <div className="review-actions" role="toolbar" aria-label="Decide on the round">
      {ACTIONS.map(({ id, label, primary }) => {
        const key = keyText(id);
        return (
          <button
            key={id}
            type="button"
            className={`button ${primary ? 'button-primary' : ''}`}
            aria-keyshortcuts={key ?? undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => runCommand(id)}
          >
            {label}
            <KeyCap text={key} />
          </button>
        );
      })}
    </div>
  );
}
