import { type Feature, hasDialogues } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { betterMethods } from '../comparison/index.ts';
import { enterLooks } from './figures.ts';
import { BetterMethod, evaluationCommands } from './run-list.tsx';
import { evaluationResults } from './run-page.tsx';
import { EvaluateDialog } from './setup/evaluate-dialog.tsx';

export { IntervalPlot } from './plot/interval-plot.tsx';

export const feature: Feature = {
  order: 16,
  commands: [evaluationCommands],
  does: [{ command: evaluationCommands.run, when: hasDialogues, run: () => openDialog(EvaluateDialog, {}) }],
  fills: [betterMethods.fill({ component: BetterMethod }), evaluationResults],
  onOpen: enterLooks,
};
