import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { isDark, prefer } from '../../ui/hooks/preferences.ts';
import { settingsCommands, themeCommands } from './commands.ts';
import { SettingsDialog } from './settings-dialog.tsx';

export { settingsCommands, themeCommands } from './commands.ts';

export const feature: Feature = {
  order: 21,
  commands: [themeCommands, settingsCommands],
  does: [
    { command: themeCommands.theme, run: () => prefer('theme', isDark() ? 'light' : 'dark') },
    { command: settingsCommands.settings, run: () => openDialog(SettingsDialog, {}) },
  ],
};
