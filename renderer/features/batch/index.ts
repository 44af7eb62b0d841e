import { type Feature, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { betterMethods, widerResults } from '../comparison/index.ts';
import { BatchDialog, batchCommands } from './batch-dialog.tsx';
import { batchResults } from './batch-page.tsx';
import { BetterMethod } from './better-method.tsx';
import { useWiderResult } from './use-wider-result.ts';

export { BATCH, BatchDialog, batchCommands } from './batch-dialog.tsx';
export { batchActions } from './batch-page.tsx';
export { estimatedCost, runOptions } from './figures.ts';
export { batchQueries } from './use-wider-result.ts';

export const feature: Feature = {
  order: 14,
  commands: [batchCommands],
  does: [{ command: batchCommands.run, when: hasTags, run: () => openDialog(BatchDialog, {}) }],
  fills: [
    widerResults.fill({ useSentence: useWiderResult, begin: batchCommands.run }),
    betterMethods.fill({ component: BetterMethod }),
    batchResults,
  ],
};
