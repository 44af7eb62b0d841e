export { demoJob } from './demo-job.ts';
