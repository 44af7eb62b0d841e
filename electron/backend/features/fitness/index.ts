export { openReference } from './references.ts';
