export { namingRuns } from './naming-runs.ts';
