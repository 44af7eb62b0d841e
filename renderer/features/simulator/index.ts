import type { Feature } from '../../project/feature.ts';
import { SIMULATE, simulateCommands } from './commands.ts';
import { SimulateView } from './simulate-view.tsx';

export const feature: Feature = {
  order: 11,
  commands: [simulateCommands],
  view: { mode: SIMULATE, component: SimulateView },
};
