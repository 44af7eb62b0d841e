export { actionEndpoint, consult } from './call-action.ts';
