import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../client/api.tsx';
import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { betterMethods } from '../comparison/index.ts';
import { resultKinds } from '../results/index.ts';
import { enterLooks } from './figures.ts';
import {
  BetterMethod,
  EVALUATION,
  EvaluationList,
  evaluationCommands,
  evaluationQueries,
} from './run-list.tsx';
import { EvaluationPage } from './run-page.tsx';
import { EvaluateDialog } from './setup/evaluate-dialog.tsx';

export { IntervalPlot } from './plot/interval-plot.tsx';

export const feature: Feature = {
  order: 16,
  commands: [evaluationCommands],
  does: [{ command: evaluationCommands.run, when: hasDialogues, run: () => openDialog(EvaluateDialog, {}) }],
  fills: [
    betterMethods.fill({ component: BetterMethod }),
    resultKinds.fill({
      name: EVALUATION,
      useIds: () =>
        useQuery({ ...evaluationQueries(useApi().client).list, select: (runs) => runs.map(({ id }) => id) }),
      list: EvaluationList,
      page: EvaluationPage,
      begin: {
        command: evaluationCommands.run,
        when: hasDialogues,
        about:
          'An evaluation tests every method on dialogues it has not seen and measures how close its examples come to the true answer.',
      },
    }),
  ],
  onOpen: enterLooks,
};
