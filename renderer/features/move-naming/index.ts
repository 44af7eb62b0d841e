import { type Feature, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { moveNamingCommands, NamingDialog } from './naming-dialog.tsx';
import { namingResults } from './naming-page.tsx';

export { moveNamingCommands } from './naming-dialog.tsx';

export const feature: Feature = {
  order: 16,
  commands: [moveNamingCommands],
  does: [{ command: moveNamingCommands.run, when: hasTags, run: () => openDialog(NamingDialog, {}) }],
  fills: [namingResults],
};
