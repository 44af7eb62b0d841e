import type { Feature } from '../../project/feature.ts';
import { TeachingView } from './teaching-view.tsx';
import { moveCommands, TEACH, teachingCommands } from './use-teaching.ts';

export const feature: Feature = {
  order: 8.5,
  commands: [teachingCommands, moveCommands],
  views: [{ mode: TEACH, component: TeachingView }],
};
