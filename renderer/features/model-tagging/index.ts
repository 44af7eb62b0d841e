import { defineCommands } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { ModelTaggingDialog } from './model-tagging-dialog.tsx';

const modelTaggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    model: { title: 'Tag with a model…' },
  },
);

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
};
