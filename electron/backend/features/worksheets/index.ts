export { requireApplication } from './application.ts';
export { projectKnowledge } from './knowledge/project-knowledge.ts';
