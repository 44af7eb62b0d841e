export { requireApplication } from './application.ts';
export { projectKnowledge } from './knowledge/project-knowledge.ts';
export { DOMAINS, evaluateWorksheets, STATES } from './star/evaluate-star.ts';
