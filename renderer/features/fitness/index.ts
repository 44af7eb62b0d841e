export { FitnessPanel } from './fitness-panel.tsx';
