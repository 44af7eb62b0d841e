export { runTagging, wordsRun } from './tagging-job.ts';
