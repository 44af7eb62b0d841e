import type { Feature } from '../../project/feature.ts';
import { instructionResults } from './instruction-page.tsx';

export { InstructionDialog } from './instruction-dialog.tsx';

export const feature: Feature = { order: 9.9, fills: [instructionResults] };
