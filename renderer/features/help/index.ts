import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { helpCommands } from './commands.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

export { helpCommands } from './commands.ts';
export { FirstHint } from './first-hint.tsx';

export const feature: Feature = {
  order: 18,
  commands: [helpCommands],
  does: [
    { command: helpCommands.palette, run: () => openDialog(Palette, {}) },
    { command: helpCommands.keys, run: () => openDialog(KeysDialog, {}) },
  ],
};
