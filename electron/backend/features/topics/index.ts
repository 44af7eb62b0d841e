export { runTopics } from './topics-job.ts';
