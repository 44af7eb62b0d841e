export { projectKnowledge } from './knowledge/project-knowledge.ts';
