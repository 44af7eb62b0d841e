export { likeness } from './likeness.ts';
