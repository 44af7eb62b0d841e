import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';
import { openSettings, settingsSections } from '../settings/index.ts';
import { ModuleSettings } from './module-settings.tsx';

export const modulesCommands = defineCommands(
  'modules',
  { group: 'Help' },
  {
    settings: { title: 'External modules…' },
  },
);

export { moduleQueries } from './module-form.ts';
export { ModulePassages } from './module-passages.tsx';

export const feature: Feature = {
  order: 19,
  commands: [modulesCommands],
  does: [{ command: modulesCommands.settings, run: () => openSettings('modules') }],
  fills: [
    settingsSections.fill({
      order: 4,
      id: 'modules',
      title: 'External modules',
      settings: [
        {
          title: 'Modules',
          words: 'folder documents endpoint simulator privacy agree key',
          component: ModuleSettings,
        },
      ],
    }),
  ],
};
