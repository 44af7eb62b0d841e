import type { Feature } from '../../project/feature.ts';
import { freeColangResults } from './free-page.tsx';

export { FreeDialog } from './free-dialog.tsx';

export const feature: Feature = { order: 9.8, fills: [freeColangResults] };
