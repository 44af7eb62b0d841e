export { evaluateFlows, FLOW_LEARNERS } from './evaluate-flows.ts';
export { evaluateNextAction, NEXT_ACTION_METHODS } from './evaluate-next-action.ts';
export { keepCode } from './flow-code.ts';
export { SLOT_PROMPT } from './slots-by-model.ts';
export { keepFlow, requireFlow, requireSoundFlow, soundFlows } from './sound-flow.ts';
