export {
  type AutomatonOrigin,
  type Conversation,
  type CorpusTurn,
  heardTurns,
  inForce,
  originOf,
  requireOrigin,
  type Turn,
  tagsOf,
} from './conversation.ts';
export { exampleShapeOf, historyOf, STATE_METHOD } from './find-examples.ts';
export { examplesOfSpoken, type LastUserTurn, lastUserTurn } from './last-user-turn.ts';
export { automatonAgent, standing } from './simulate.ts';
export { projectSimulator } from './simulator.ts';
export { type SpokenTurn, tagSpoken } from './turn-tagger.ts';
