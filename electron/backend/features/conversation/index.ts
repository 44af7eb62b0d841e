export { automatonAgent, standing } from './automaton-agent.ts';
export { type AutomatonOrigin, originOf, requireOrigin } from './automaton-origin.ts';
export {
  type Conversation,
  type CorpusTurn,
  heardTurns,
  inForce,
  type Turn,
  tagsOf,
} from './conversation.ts';
export { exampleShapeOf, historyOf, STATE_METHOD } from './find-examples.ts';
export { type LastUserTurn, lastUserTurn } from './last-user-turn.ts';
export { projectSimulator } from './simulator.ts';
export { examplesOfSpoken } from './spoken.ts';
export { type SpokenTurn, tagSpoken } from './turn-tagger.ts';
