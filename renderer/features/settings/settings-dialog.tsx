import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../client/api.tsx';
import { about, question } from '../../client/queries.ts';
import { runCommand } from '../../commands/use-command.ts';
import { projectQueries } from '../../project/queries.ts';
import { prefer, type Theme, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, Choices, OneOf, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { BackupSettings } from '../backups/index.ts';
import { helpCommands } from '../help/index.ts';
import { modelsCommands } from '../providers/index.ts';

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'Same as system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = projectQueries(useApi().client);
  const { theme, singleKeys } = usePreferences();
  const system = useQuery(queries.system).data;
  return (
    <Dialog title="Settings" width="narrow" onClose={onClose}>
      <OneOf
        legend="Appearance"
        value={theme}
        options={THEMES}
        onChange={(value) => prefer('theme', value)}
      />
      <Choices legend="Keyboard">
        <Choice
          label="Single-key shortcuts"
          hint="For example A to add a tag. Turn them off if you dictate to your computer."
          checked={singleKeys}
          onChange={(event) => prefer('singleKeys', event.target.checked)}
        />
        <div>
          <Button onClick={() => runCommand(helpCommands.keys)}>Change keys…</Button>
        </div>
      </Choices>
      <AuthorField />
      <BackupSettings />
      <fieldset className="choices">
        <legend>Models</legend>
        <p className="quiet small">
          Language model servers for tagging and answers. They are optional, and nothing is sent before you
          agree.
        </p>
        <div>
          <Button onClick={() => runCommand(modelsCommands.settings)}>Set up models…</Button>
        </div>
      </fieldset>
      {system && (
        <p className="quiet small">
          Dialogram {system.version} · SQLite {system.sqlite} · Node {system.node} · new projects in{' '}
          <span className="mono">{system.workspace}</span>
        </p>
      )}
    </Dialog>
  );
}

/** The name shown beside this person's edits. */
function AuthorField() {
  const { client } = useApi();
  const author = useQuery(question('history.author', client.history.author, undefined, about('author'))).data;
  const [text, setText] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (name: string) => client.history.setAuthor({ name }),
    meta: about('author'),
    onError: tellError,
  });
  const keep = () => {
    const name = text?.trim();
    if (name && name !== author?.name) save.mutate(name);
    setText(null);
  };
  return (
    <TextField
      label="Your name in the history"
      hint="Shown with every edit you make and stored in the project."
      maxLength={80}
      value={text ?? author?.name ?? ''}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}
