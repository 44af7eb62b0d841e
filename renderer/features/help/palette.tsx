import { useState } from 'react';
import { allCommands, defineCommands, findCommands, isMac, keysText } from '../../commands/commands.ts';
import { runCommand, useHandlers, useKeysOf } from '../../commands/use-command.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { closeDialog, Modal } from '../../ui/overlays/dialog.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { KeysOf } from './key-groups.tsx';

export const helpCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    palette: { title: 'Find a command…', keys: ['Mod+K'] },
    keys: { title: 'Explain this page and its shortcuts', keys: ['?'] },
  },
);

export function Palette() {
  const [query, setQuery] = useState('');
  const keysOf = useKeysOf();
  const stacks = useHandlers((state) => state.stacks);

  const able = allCommands().filter((command) => command !== helpCommands.palette && stacks.has(command.id));
  const options = findCommands(able, query).map((command) => ({
    key: command.id,
    command,
    text: command.title,
    side: <KeysOf keys={keysOf(command)} />,
  }));

  return (
    <Modal className="palette" aria-label="Find a command" closedby="any" onClose={closeDialog}>
      <Combobox
        label="Find a command"
        query={query}
        options={options}
        message={options.length === 0 ? `No command has “${query}” in its name.` : null}
        onQuery={setQuery}
        onEscape={closeDialog}
        onPick={(option) => {
          closeDialog();
          requestAnimationFrame(() => runCommand(option.command));
        }}
      />
    </Modal>
  );
}

/** Shows newcomers one hint at a time, each only once. */
export function FirstHint() {
  const read = usePreferences((state) => state.hintsRead);
  const [keys] = useKeysOf()(helpCommands.keys);
  const hints = [
    'Point at a finding to see it on the graph. Click the finding to read its dialogues.',
    'Click a box or a line in the graph to list its dialogues.',
    keys
      ? `Press ${keysText(keys, isMac())} for help with any page.`
      : 'For help with any page, open “More” at the top right.',
  ];
  const hint = hints[read];
  if (hint === undefined) return null;
  return (
    <Notice
      bar
      actions={
        <Button small onClick={() => prefer('hintsRead', read + 1)}>
          Got it
        </Button>
      }
    >
      {hint}
    </Notice>
  );
}
