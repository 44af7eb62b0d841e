export { consult } from './consult.ts';
