import { type Feature, hasDialogues } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { modelTaggingCommands } from './estimate-box.tsx';
import { ModelTaggingDialog } from './model-tagging-dialog.tsx';
import { taggingResults } from './tagging-page.tsx';

export { ModelTaggingDialog } from './model-tagging-dialog.tsx';

export const feature: Feature = {
  order: 4,
  commands: [modelTaggingCommands],
  does: [
    {
      command: modelTaggingCommands.model,
      when: hasDialogues,
      run: () => openDialog(ModelTaggingDialog, {}),
    },
  ],
  fills: [taggingResults],
};
