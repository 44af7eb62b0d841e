export { likeness } from './feature.ts';
