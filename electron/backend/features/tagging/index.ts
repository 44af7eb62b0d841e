export { runTagging } from './tagging-job.ts';
