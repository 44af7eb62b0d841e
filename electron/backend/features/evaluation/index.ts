export { runEvaluation } from './run-evaluation.ts';
