import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import type { Feature } from '../../project/feature.ts';
import { resultKinds } from '../results/index.ts';
import { FREE_COLANG, freeQueries } from './free-dialog.tsx';
import { FreeList, FreePage } from './free-page.tsx';

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
