export { StoryPanel } from './story-panel.tsx';
export { useTelling, useTellingFinding } from './use-telling.ts';
