import { defineCommands } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { isDark, prefer } from '../../ui/hooks/preferences.ts';
import { SettingsDialog } from './settings-dialog.tsx';

export const themeCommands = defineCommands(
  'view',
  { group: 'View' },
  {
    theme: { title: 'Change between light and dark' },
  },
);

export const settingsCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    settings: { title: 'Settings…', keys: ['Mod+,'] },
  },
);

export const feature: Feature = {
  order: 21,
  commands: [themeCommands, settingsCommands],
  does: [
    { command: themeCommands.theme, run: () => prefer('theme', isDark() ? 'light' : 'dark') },
    { command: settingsCommands.settings, run: () => openDialog(SettingsDialog, {}) },
  ],
};
