import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasTags } from '../../project/feature.ts';
import { moreCommands } from '../learn/index.ts';
import { resultKinds } from '../results/index.ts';
import { enterLooks } from './sweep-columns.ts';
import { SweepDialog } from './sweep-dialog.tsx';
import { SWEEP, SweepList, SweepPage, sweepCommands, sweepQueries } from './sweep-page.tsx';

export const feature: Feature = {
  order: 17,
  commands: [sweepCommands],
  does: [{ command: sweepCommands.run, when: hasTags, run: () => openDialog(SweepDialog, {}) }],
  fills: [
    moreCommands.fill({ title: 'Compare settings…', command: sweepCommands.run }),
    resultKinds.fill({
      name: SWEEP,
      useIds: () =>
        useQuery({ ...sweepQueries(useApi().client).list, select: (runs) => runs.map(({ id }) => id) }),
      list: SweepList,
      page: SweepPage,
      starts: sweepCommands.run,
    }),
  ],
  onOpen: enterLooks,
};
