export type { ActionAnswer } from './ask-endpoint.ts';
export { actionEndpoint } from './call-action.ts';
export { consult } from './consult.ts';
