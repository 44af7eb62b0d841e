import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import type { Feature } from '../../project/feature.ts';
import { resultKinds } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './instruction-dialog.tsx';
import { InstructionList, InstructionPage } from './instruction-page.tsx';

export { InstructionDialog } from './instruction-dialog.tsx';

export const feature: Feature = {
  order: 9.9,
  fills: [
    resultKinds.fill({
      name: SLOT_INSTRUCTION,
      useIds: () =>
        useQuery({
          ...instructionQueries(useApi().client).runs,
          select: (runs) => runs.map(({ run }) => run),
        }),
      list: InstructionList,
      page: InstructionPage,
    }),
  ],
};
