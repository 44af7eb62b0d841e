export { judgingRuns } from './judging-runs.ts';
