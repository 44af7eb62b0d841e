import { defineCommands } from '../../commands/commands.ts';
import { type Feature, isOpen } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { GuidelinesDialog, PinsDialog } from './notes.tsx';

export { NoteField, noteQueries } from './notes.tsx';

export const noteCommands = defineCommands(
  'notes',
  { group: 'Review' },
  {
    guidelines: { title: 'Project guidelines…', keys: ['Mod+Shift+H'] },
    pins: { title: 'Pin tags to keys 1 to 9…' },
  },
);

export const feature: Feature = {
  order: 9,
  commands: [noteCommands],
  does: [
    { command: noteCommands.guidelines, when: isOpen, run: () => openDialog(GuidelinesDialog, {}) },
    { command: noteCommands.pins, when: isOpen, run: () => openDialog(PinsDialog, {}) },
  ],
};
