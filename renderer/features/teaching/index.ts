import type { Feature } from '../../project/feature.ts';
import { moveCommands, TEACH, teachingCommands } from './commands.ts';
import { TeachingView } from './teaching-view.tsx';

export const feature: Feature = {
  order: 8.5,
  commands: [teachingCommands, moveCommands],
  views: [{ mode: TEACH, component: TeachingView }],
};
