import type { Feature } from '../../project/feature.ts';
import { EXPLORE } from '../../project/mode.ts';
import {
  dialogueCommands,
  graphCommands,
  listCommands,
  tagCommands,
  turnCommands,
  viewCommands,
} from './commands.ts';
import { ExploreView } from './explore-view.tsx';

export { listCommands } from './commands.ts';

export const feature: Feature = {
  order: 7,
  commands: [viewCommands, listCommands, turnCommands, tagCommands, dialogueCommands, graphCommands],
  views: [{ mode: EXPLORE, isFiltered: true, component: ExploreView }],
};
