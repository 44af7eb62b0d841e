import { defineCommands } from '../../commands/commands.ts';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { CleaningDialog } from './cleaning-dialog.tsx';

const cleaningCommands = defineCommands(
  'cleaning',
  { group: 'Corpus, tags, automaton' },
  { open: { title: 'Clean the text…' } },
);

export { CleaningDialog } from './cleaning-dialog.tsx';

export const feature: Feature = {
  order: 2.5,
  commands: [cleaningCommands],
  does: [{ command: cleaningCommands.open, when: hasDialogues, run: () => openDialog(CleaningDialog, {}) }],
};
