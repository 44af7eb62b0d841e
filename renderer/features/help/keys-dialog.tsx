import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { resetAllKeys } from '../../commands/command-keys.ts';
import { type Command, commandGroups } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { allViews } from '../../project/feature.ts';
import { useMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { DocDialog } from './doc-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { PAGE_HELP, START_HELP } from './page-help.ts';
import './help.css';

/**
 * Shows help for the current page, and every command that has keys (opened with "?"), and changes the keys.
 */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = usePreferences((state) => state.singleKeys);
  const chosen = usePreferences((state) => state.keys);
  const [changing, setChanging] = useState(false);
  const [recording, setRecording] = useState<string | null>(null);
  const shown = (command: Command): boolean => changing || command.keys.length > 0 || command.id in chosen;
  return (
    <Dialog
      title="Help"
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
      <PageHelp />
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

/** Explains the page in sight, and leads to the docs. */
function PageHelp() {
  const project = useQuery(projectQueries(useApi().client).project).data;
  const name = useMode((state) => state.mode);
  const mode = allViews().find((view) => view.mode.name === name)?.mode;
  const { lines, guide } = (project && mode && PAGE_HELP[mode.name]) || START_HELP;
  const title = project && mode ? mode.label : 'Start';
  return (
    <section className="stack-2 page-help" aria-label={`About this page: ${title}`}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div>
        <Button small onClick={() => openDialog(DocDialog, { page: guide })}>
          Read the guide
        </Button>
      </div>
    </section>
  );
}
