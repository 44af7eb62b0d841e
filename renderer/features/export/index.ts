import type { Feature } from '../../project/feature.ts';
import { exportCommands } from './commands.ts';

export { exportCommands } from './commands.ts';
export { ExportDialog } from './export-dialog.tsx';

export const feature: Feature = {
  order: 6,
  commands: [exportCommands],
};
