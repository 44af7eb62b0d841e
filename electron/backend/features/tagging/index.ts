export { finishTagging } from './finish-tagging.ts';
export { runTagging, wordsRun } from './tagging-job.ts';
