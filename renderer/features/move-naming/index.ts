import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasTags } from '../../project/feature.ts';
import { resultKinds } from '../results/index.ts';
import { moveNamingCommands, NAMING, NamingDialog, namingQueries } from './naming-dialog.tsx';
import { NamingList, NamingPage } from './naming-page.tsx';

export { moveNamingCommands } from './naming-dialog.tsx';

export const feature: Feature = {
  order: 16,
  commands: [moveNamingCommands],
  does: [{ command: moveNamingCommands.run, when: hasTags, run: () => openDialog(NamingDialog, {}) }],
  fills: [
    resultKinds.fill({
      name: NAMING,
      useIds: () =>
        useQuery({ ...namingQueries(useApi().client).runs, select: (runs) => runs.map(({ run }) => run) }),
      list: NamingList,
      page: NamingPage,
    }),
  ],
};
