import { defineCommands } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { ModulesDialog } from './modules-dialog.tsx';

export const modulesCommands = defineCommands(
  'modules',
  { group: 'Help' },
  {
    settings: { title: 'External modules…' },
  },
);

export { ModulePassages } from './module-passages.tsx';
export { moduleQueries } from './queries.ts';

export const feature: Feature = {
  order: 19,
  commands: [modulesCommands],
  does: [{ command: modulesCommands.settings, run: () => openDialog(ModulesDialog, {}) }],
};
