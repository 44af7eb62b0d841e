import { useState } from 'react';
import { resetAllKeys } from '../../commands/command-keys.ts';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { KeyRow } from './key-row.tsx';
import './help.css';

/** Lists every command that has keys (opened with "?"), and changes them. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const chosen = usePreferences((state) => state.keys);
  const [changing, setChanging] = useState(false);
  const [recording, setRecording] = useState<string | null>(null);
  const shown = (command: Command): boolean => changing || command.keys.length > 0 || command.id in chosen;
  return (
    <Dialog
      title="Keys"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <div className="keys-single">
            <Choice
              label="Single-key shortcuts"
              checked={singleKeys}
              onChange={(event) => prefer('singleKeys', event.target.checked)}
            />
          </div>
          <Button
            disabled={Object.keys(chosen).length === 0}
            onClick={() => {
              setRecording(null);
              resetAllKeys();
            }}
          >
            Reset all keys
          </Button>
          <Button
            aria-pressed={changing}
            onClick={() => {
              setRecording(null);
              setChanging(!changing);
            }}
          >
            {changing ? 'Stop changing keys' : 'Change keys'}
          </Button>
        </>
      }
    >
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
                    changing={changing}
                    recording={recording === command.id}
                    onRecord={(on) => setRecording(on ? command.id : null)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </Focusable>
    </Dialog>
  );
}
