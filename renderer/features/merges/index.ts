import type { Feature } from '../../project/feature.ts';
import { mergeCommands } from './commands.ts';

export { MergesPanel } from './merges-panel.tsx';

export const feature: Feature = { order: 7, commands: [mergeCommands] };
