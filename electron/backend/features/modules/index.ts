export type { ActionAnswer } from './ask-endpoint.ts';
export { actionEndpoint, consult, keptNote, notCalledNote, plainName } from './call-action.ts';
