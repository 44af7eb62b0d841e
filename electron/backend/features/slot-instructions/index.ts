export { instructionRuns } from './feature.ts';
