import { openDialog } from '../../commands/dialogs.tsx';
import type { Feature } from '../../project/feature.ts';
import { modelsCommands } from './commands.ts';
import { ModelsDialog } from './models-dialog.tsx';

export { modelsCommands } from './commands.ts';
export { providerQueries } from './queries.ts';

export const feature: Feature = {
  order: 20,
  commands: [modelsCommands],
  does: [{ command: modelsCommands.settings, run: () => openDialog(ModelsDialog, {}) }],
};
