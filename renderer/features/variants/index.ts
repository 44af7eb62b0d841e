export { VariantsPanel } from './variants-panel.tsx';
