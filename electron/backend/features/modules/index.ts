export { actionEndpoint } from './call-action.ts';
export { consult } from './consult.ts';
