export { requireApplication } from './application.ts';
export { tableLookup } from './knowledge/project-knowledge.ts';
