export { keepCode } from './flow-code.ts';
export { SLOT_PROMPT } from './slots-by-model.ts';
export { keepFlow, requireFlow, requireSoundFlow, soundFlows } from './sound-flow.ts';
