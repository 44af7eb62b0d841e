export { automatonAgent, standing } from './automaton-agent.ts';
export { type AutomatonOrigin, requireOrigin } from './automaton-origin.ts';
export {
  type Conversation,
  type CorpusTurn,
  heardTurns,
  inForce,
  type Turn,
  tagsOf,
} from './conversation.ts';
export { historyOf, STATE_METHOD } from './find-examples.ts';
export { type LastUserTurn, lastUserTurn } from './last-user-turn.ts';
export { projectSimulator } from './simulator.ts';
