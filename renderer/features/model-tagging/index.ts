import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { resultKinds } from '../results/index.ts';
import { MODEL_TAGGING, modelTaggingCommands, modelTaggingQueries } from './estimate-box.tsx';
import { ModelTaggingDialog } from './model-tagging-dialog.tsx';
import { TaggingList, TaggingPage } from './tagging-page.tsx';

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
  fills: [
    resultKinds.fill({
      name: MODEL_TAGGING,
      useIds: () =>
        useQuery({
          ...modelTaggingQueries(useApi().client).runs,
          select: (runs) => runs.map(({ run }) => run),
        }),
      list: TaggingList,
      page: TaggingPage,
      starts: modelTaggingCommands.model,
    }),
  ],
};
