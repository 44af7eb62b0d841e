import type { Feature } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { settingsSections } from '../settings/index.ts';
import { ChosenKeys, SingleKeys } from './key-groups.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { helpCommands, Palette } from './palette.tsx';

export { FirstHint, helpCommands } from './palette.tsx';

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
