export { runTopics } from './feature.ts';
