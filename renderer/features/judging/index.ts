import { type Feature, hasTags, isOpen } from '../../project/feature.ts';
import { showMode } from '../../project/mode.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { BATCH, batchActions } from '../batch/index.ts';
import { chosenResult, RESULTS, showResult } from '../results/index.ts';
import { JudgeButton, JudgeDialog } from './judge-dialog.tsx';
import { judgingResults } from './judging-page.tsx';
import { JUDGING, judgingCommands, RATES } from './queries.ts';

export const feature: Feature = {
  order: 15,
  commands: [judgingCommands],
  does: [
    {
      command: judgingCommands.run,
      when: hasTags,
      run: () => openDialog(JudgeDialog, { batch: chosenResult(BATCH) }),
    },
    {
      command: judgingCommands.rates,
      when: isOpen,
      run: () => {
        showResult(JUDGING, RATES, true);
        showMode(RESULTS);
      },
    },
  ],
  fills: [judgingResults, batchActions.fill(JudgeButton)],
};
