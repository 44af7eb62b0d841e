import { defineCommands } from '../../commands/commands.ts';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { makePicture, ShowPicture } from './advice-bar.tsx';

export const pictureCommands = defineCommands(
  'picture',
  { group: 'Corpus, tags, automaton' },
  { make: { title: 'Tag, learn and show the graph' } },
);

export { AdviceBar, makePicture, NotDrawnNote, UntaggedNote, useAdvice } from './advice-bar.tsx';

export const feature: Feature = {
  order: 3.5,
  commands: [pictureCommands],
  does: [{ command: pictureCommands.make, when: hasDialogues, run: () => makePicture() }],
  alongside: ShowPicture,
};
