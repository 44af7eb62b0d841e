import { type Feature, hasDialogues, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { moveNamingCommands, NamingDialog, topicNamingCommands } from './naming-dialog.tsx';
import { namingResults } from './naming-page.tsx';

export { moveNamingCommands, topicNamingCommands } from './naming-dialog.tsx';

export const feature: Feature = {
  order: 16,
  commands: [moveNamingCommands, topicNamingCommands],
  does: [
    {
      command: moveNamingCommands.run,
      when: hasTags,
      run: () => openDialog(NamingDialog, { what: 'moves' as const }),
    },
    {
      command: topicNamingCommands.run,
      when: hasDialogues,
      run: () => openDialog(NamingDialog, { what: 'topics' as const }),
    },
  ],
  fills: [namingResults],
};
