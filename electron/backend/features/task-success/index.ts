export { evaluateSuccess } from './evaluate-success.ts';
export { makeReference } from './make-reference.ts';
