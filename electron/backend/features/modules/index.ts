export type { ActionAnswer } from './ask-endpoint.ts';
export { actionEndpoint, consult } from './call-action.ts';
