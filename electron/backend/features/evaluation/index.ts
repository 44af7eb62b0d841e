export { runEvaluation } from './feature.ts';
