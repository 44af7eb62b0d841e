export { instructionRuns } from './instruction-runs.ts';
