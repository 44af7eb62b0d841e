export { renewTopics, runTopics } from './feature.ts';
