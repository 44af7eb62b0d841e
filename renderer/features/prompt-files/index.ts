export { PromptFiles, useElsewhere } from './prompt-files.tsx';
