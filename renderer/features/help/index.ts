import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { settingsSections } from '../settings/index.ts';
import { helpCommands } from './commands.ts';
import { ChosenKeys, SingleKeys } from './key-settings.tsx';
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
  fills: [
    settingsSections.fill({
      order: 2,
      id: 'keyboard',
      title: 'Keyboard',
      settings: [
        { title: 'Single-key shortcuts', words: 'dictate letters', component: SingleKeys },
        { title: 'Keys', words: 'shortcuts change reset all commands', component: ChosenKeys },
      ],
    }),
  ],
};
