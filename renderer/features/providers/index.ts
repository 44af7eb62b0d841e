import { defineCommands } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { ModelsDialog } from './models-dialog.tsx';

export const modelsCommands = defineCommands(
  'models',
  { group: 'Help' },
  {
    settings: { title: 'Set up models…' },
  },
);

export { KeyField } from './editor/key-field.tsx';
export { providerQueries } from './queries.ts';

export const feature: Feature = {
  order: 20,
  commands: [modelsCommands],
  does: [{ command: modelsCommands.settings, run: () => openDialog(ModelsDialog, {}) }],
};
