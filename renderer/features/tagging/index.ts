import { defineCommands } from '../../commands/commands.ts';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

export const taggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    run: { title: 'Tag dialogues…', keys: ['Mod+Shift+G'] },
  },
);

export { TagDialog, TaughtNotice } from './tag-dialog.tsx';

export const feature: Feature = {
  order: 3,
  commands: [taggingCommands],
  does: [{ command: taggingCommands.run, when: hasDialogues, run: () => openDialog(TagDialog, {}) }],
};
