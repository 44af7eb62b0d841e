export {
  keptPrompt,
  presentPrompt,
  resetPrompt,
  type StoredPrompt,
  savePrompt,
  shippedPrompt,
} from './prompt-store.ts';
