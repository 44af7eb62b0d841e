import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';
import {
  AppearanceSetting,
  AuthorSetting,
  CoresSetting,
  LanguageFact,
  ResetSetting,
  SizeSetting,
} from './general-settings.tsx';
import { openSettings, settingsSections } from './settings-dialog.tsx';

export { openSettings, settingsSections } from './settings-dialog.tsx';

export const settingsCommands = defineCommands(
  'help',
  { group: 'Help' },
  {
    settings: { title: 'Settings…', keys: ['Mod+,'] },
  },
);

export const feature: Feature = {
  order: 21,
  commands: [settingsCommands],
  does: [{ command: settingsCommands.settings, run: () => openSettings() }],
  fills: [
    settingsSections.fill({
      order: 1,
      id: 'general',
      title: 'General',
      settings: [
        { title: 'Appearance', words: 'dark light mode theme color system', component: AppearanceSetting },
        { title: 'Text size', words: 'zoom font large small scale', component: SizeSetting },
        { title: 'Language', words: 'English translation', component: LanguageFact },
        { title: 'Your name in the history', words: 'author person edits', component: AuthorSetting },
      ],
    }),
    settingsSections.fill({
      order: 6,
      id: 'jobs',
      title: 'Jobs',
      settings: [
        { title: 'Processor cores', words: 'workers threads performance speed', component: CoresSetting },
      ],
    }),
    settingsSections.fill({
      order: 7,
      id: 'reset',
      title: 'Reset',
      settings: [{ title: 'Reset settings', words: 'defaults restore clear', component: ResetSetting }],
    }),
  ],
};
