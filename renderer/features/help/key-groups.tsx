import { type Command, commandGroups } from '../../commands/commands.ts';
import { usePreferences } from '../../ui/hooks/preferences.ts';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { KeyRow } from './key-row.tsx';
import './help.css';

/** Shows the commands with their keys by group: those that have keys, or all of them where keys are changed. */
export function KeyGroups({
  changing = null,
}: {
  readonly changing?: {
    /** The id of the command whose next keys are recorded. */
    readonly recording: string | null;
    readonly onRecord: (command: string | null) => void;
  } | null;
}) {
  const chosen = usePreferences((state) => state.keys);
  const shown = (command: Command): boolean =>
    changing !== null || command.keys.length > 0 || command.id in chosen;
  return (
    <Focusable as="section" className="keys-groups" aria-label="All keys">
      {commandGroups().map(({ group, heard, commands }) => {
        const withKeys = commands.filter(shown);
        if (withKeys.length === 0) return null;
        return (
          <section key={group} className="keys-group">
            <h3>{group}</h3>
            {heard !== null && <p className="quiet small">{heard}</p>}
            <ul>
              {withKeys.map((command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  changing={changing !== null}
                  recording={changing?.recording === command.id}
                  onRecord={(on) => changing?.onRecord(on ? command.id : null)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </Focusable>
  );
}
