import { useState } from 'react';
import { allCommands, defineCommands, findCommands } from '../../commands/commands.ts';
import { runCommand, useHandlers, useKeysOf } from '../../commands/use-command.ts';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { Modal } from '../../ui/overlays/dialog.tsx';
import { KeysOf } from './key-groups.tsx';
import './help.css';

export const helpCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    palette: { title: 'Find a command…', keys: ['Mod+K'] },
    keys: { title: 'Explain this page and its keys', keys: ['?'] },
  },
);

/** Searches for a command and runs it. Lists only commands that can run now. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
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
    <Modal className="palette" aria-label="Find a command" closedby="any" onClose={onClose}>
      <Combobox
        label="Find a command"
        query={query}
        options={options}
        message={options.length === 0 ? `No command has “${query}” in its name.` : null}
        onQuery={setQuery}
        onEscape={onClose}
        onPick={(option) => {
          onClose();
          // Runs after the palette has closed and the focus has returned.
          requestAnimationFrame(() => runCommand(option.command));
        }}
      />
    </Modal>
  );
}
