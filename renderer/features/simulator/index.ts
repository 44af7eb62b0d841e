import type { FeatureAgent } from '#shared/domain/agent.ts';
import type { Feature } from '../../project/feature.ts';
import { showMode } from '../../project/mode.ts';
import { SIMULATE, simulateCommands } from './simulate-state.ts';
import { SimulateView } from './simulate-view.tsx';
import { talkTo } from './talk/talk-state.ts';

export const feature: Feature = {
  order: 11,
  commands: [simulateCommands],
  views: [{ mode: SIMULATE, component: SimulateView }],
};

export function talkToAgent(agent: FeatureAgent): void {
  talkTo(agent);
  showMode(SIMULATE);
}
