export { requireFlow } from './sound-flow.ts';
