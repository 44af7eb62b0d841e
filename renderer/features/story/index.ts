export { StoryPanel } from './story-panel.tsx';
export { useTelling } from './use-telling.ts';
