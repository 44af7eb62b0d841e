import { defineCommands } from '../../commands/commands.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { PictureDialog } from './picture-dialog.tsx';

export const pictureCommands = defineCommands(
  'picture',
  { group: 'Corpus, tags, automaton' },
  { make: { title: 'Tag and learn…' } },
);

export { AdviceBar, UntaggedNote } from './advice-bar.tsx';
export { PictureDialog } from './picture-dialog.tsx';

export const feature: Feature = {
  order: 3.5,
  commands: [pictureCommands],
  does: [{ command: pictureCommands.make, when: hasDialogues, run: () => openDialog(PictureDialog, {}) }],
};
