export { demoJob } from './feature.ts';
