import type { Feature } from '../../project/feature.ts';
import { mergeCommands } from './merge-evidence.tsx';

export { MergesPanel } from './merges-panel.tsx';

export const feature: Feature = { order: 7, commands: [mergeCommands] };
