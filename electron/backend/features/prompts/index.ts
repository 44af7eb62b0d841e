export { methodsOfPrompt, methodsOfPrompts } from './prompt-methods.ts';
export { keptPrompt, presentPrompt } from './prompt-store.ts';
