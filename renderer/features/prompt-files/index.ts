export { PromptFiles } from './prompt-files.tsx';
export { useElsewhere } from './use-elsewhere.tsx';
