export { freeRuns } from './feature.ts';
