export { keepCode } from './flow-code.ts';
export { requireFlow, requireSoundFlow, soundFlows } from './sound-flow.ts';
