import type { Feature } from '../../project/feature.ts';
import { DamagedProject } from './damaged-project.tsx';

export { BackupSettings } from './backup-settings.tsx';

export const feature: Feature = {
  order: 23,
  everywhere: DamagedProject,
};
