export { keepCode, keepFlow, requireSoundFlow, soundFlows } from './flow-code.ts';
export { SLOT_PROMPT } from './slots-by-model.ts';
