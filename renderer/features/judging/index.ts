import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasTags, isOpen } from '../../project/feature.ts';
import { showMode } from '../../project/mode.ts';
import { BATCH, batchActions } from '../batch/index.ts';
import { chosenResult, RESULTS, resultKinds, showResult } from '../results/index.ts';
import { JudgeButton, JudgeDialog } from './judge-dialog.tsx';
import { JudgingList, JudgingPage } from './judging-page.tsx';
import { JUDGING, judgingCommands, judgingQueries, RATES } from './queries.ts';

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
  fills: [
    resultKinds.fill({
      name: JUDGING,
      useIds: () =>
        useQuery({
          ...judgingQueries(useApi().client).runs,
          select: (runs) => [...runs.map(({ run }) => run), RATES],
        }),
      list: JudgingList,
      page: JudgingPage,
      starts: judgingCommands.run,
    }),
    batchActions.fill(JudgeButton),
  ],
};
