import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import type { Feature } from '../../project/feature.ts';
import { resultKinds } from '../results/index.ts';
import { FREE_COLANG } from './commands.ts';
import { FreeList } from './free-list.tsx';
import { FreePage } from './free-page.tsx';
import { freeQueries } from './queries.ts';

export { FreeDialog } from './free-dialog.tsx';

export const feature: Feature = {
  order: 9.8,
  fills: [
    resultKinds.fill({
      name: FREE_COLANG,
      useIds: () =>
        useQuery({ ...freeQueries(useApi().client).runs, select: (runs) => runs.map(({ run }) => run) }),
      list: FreeList,
      page: FreePage,
    }),
  ],
};
