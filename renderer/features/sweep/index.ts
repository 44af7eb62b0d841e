import { type Feature, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { moreCommands } from '../learn/index.ts';
import { enterLooks } from './sweep-columns.ts';
import { SweepDialog } from './sweep-dialog.tsx';
import { sweepCommands, sweepResults } from './sweep-page.tsx';

export const feature: Feature = {
  order: 17,
  commands: [sweepCommands],
  does: [{ command: sweepCommands.run, when: hasTags, run: () => openDialog(SweepDialog, {}) }],
  fills: [moreCommands.fill({ title: 'Compare settings…', command: sweepCommands.run }), sweepResults],
  onOpen: enterLooks,
};
