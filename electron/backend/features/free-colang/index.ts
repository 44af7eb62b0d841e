export { freeRuns } from './free-runs.ts';
