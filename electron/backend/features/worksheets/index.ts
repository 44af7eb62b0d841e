export { projectKnowledge } from './knowledge.ts';
