export { requireApplication } from './application.ts';
export { tableLookup } from './knowledge/project-knowledge.ts';
export { DOMAINS, evaluateWorksheets, STATES } from './star/evaluate-star.ts';
