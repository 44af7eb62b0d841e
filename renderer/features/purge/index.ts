import type { Feature } from '../../project/feature.ts';
import { PurgedForgotten } from './purge-dialog.tsx';

export { PurgeDialog } from './purge-dialog.tsx';

export const feature: Feature = {
  order: 22,
  alongside: PurgedForgotten,
};
