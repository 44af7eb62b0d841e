import type { Feature } from '../../project/feature.ts';
import {
  changeWorksheets,
  enterWorksheets,
  forgetDrafting,
  WORKSHEETS,
  worksheetCommands,
} from './worksheets-state.ts';
import { WorksheetsView } from './worksheets-view.tsx';

export const feature: Feature = {
  order: 10.6,
  commands: [worksheetCommands],
  views: [{ mode: WORKSHEETS, component: WorksheetsView }],
  onOpen: (project) => {
    forgetDrafting();
    enterWorksheets(project);
  },
  onPurge: () => {
    forgetDrafting();
    changeWorksheets({ open: null, knowledge: null });
  },
};
