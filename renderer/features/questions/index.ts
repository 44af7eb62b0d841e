export { QuestionsPanel } from './questions-panel.tsx';
