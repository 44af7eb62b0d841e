import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { taggingCommands } from './commands.ts';
import { TagDialog } from './tag-dialog.tsx';

export { taggingCommands } from './commands.ts';
export { TagDialog } from './tag-dialog.tsx';

export const feature: Feature = {
  order: 3,
  commands: [taggingCommands],
  does: [{ command: taggingCommands.run, when: hasDialogues, run: () => openDialog(TagDialog, {}) }],
};
