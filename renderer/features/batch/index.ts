import { useQuery } from '@tanstack/react-query';
import { FIRST_TURNS, firstBatch, START_METHODS } from '#shared/contract/batch.ts';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasTags } from '../../project/feature.ts';
import { widerResults } from '../comparison/index.ts';
import { resultKinds } from '../results/index.ts';
import { BATCH, BatchDialog, batchCommands } from './batch-dialog.tsx';
import { BatchList, BatchPage } from './batch-page.tsx';
import { batchQueries, useWiderResult } from './use-wider-result.ts';

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
    resultKinds.fill({
      name: BATCH,
      useIds: () =>
        useQuery({ ...batchQueries(useApi().client).runs, select: (runs) => runs.map(({ run }) => run) }),
      list: BatchList,
      page: BatchPage,
      isFiltered: true,
      begin: {
        command: batchCommands.run,
        when: hasTags,
        about:
          'A batch run answers a sample of turns with every method and keeps the answers. A model can then judge them in pairs.',
        small: {
          title: 'Start a small batch run',
          about: `The small batch run compares ${START_METHODS.length} methods on ${FIRST_TURNS} turns, on this computer.`,
          start: (client, run) => client.batch.start(firstBatch(run)),
        },
      },
    }),
  ],
};
