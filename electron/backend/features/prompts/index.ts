export { keptPrompt, methodsOfPrompt, methodsOfPrompts, presentPrompt } from './prompt-methods.ts';
